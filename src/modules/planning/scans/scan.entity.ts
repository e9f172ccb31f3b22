import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DAY_MS } from '../../../kernel/durations';
import { enumeration } from '../../../kernel/enumeration';
import { Distributed } from '../../../platform/database/distributed';
import { KeptFor } from '../../../platform/records/kept';
import { OpensNothing } from '../../../platform/records/opens-nothing';

export const SCAN_ACTIONS = enumeration('ScanAction', ['check_in', 'undo', 'board', 'alight', 'no_show']);
export type ScanAction = (typeof SCAN_ACTIONS)[number];

export const SCAN_STATUSES = enumeration('ScanStatus', ['ok', 'duplicate', 'rejected']);
export type ScanStatus = (typeof SCAN_STATUSES)[number];

/** Why a scan does not count. */
export const SCAN_REASONS = enumeration('ScanReason', [
  'unknown_code',
  'wrong_event',
  'wrong_trip',
  'declined',
  'erased',
  'event_cancelled',
  'trip_over',
  'over_capacity',
  'too_old',
  'wrong_action',
]);
export type ScanReason = (typeof SCAN_REASONS)[number];

/**
 * Something that was done at the door or on the bus, as it came: on a phone, which may have had no network then, or in the
 * dashboard. What follows for a guest is merged from all of theirs (scan-merge.ts). It names nobody but by id.
 */
@Entity({ name: 'scans' })
@Distributed('events', 'access_links')
@KeptFor('forget-scans', { table: 'scans', condition: 'received_at < $1', keptMs: 90 * DAY_MS })
@OpensNothing()
export class Scan {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) eventId: string;
  /** Null where it was done in the dashboard or by the API. */
  @Column({ type: 'uuid', nullable: true }) accessLinkId: string | null;
  @Column({ type: 'uuid', nullable: true }) tripId: string | null;
  /** The phone's own name for it: the same one again is the same scan. */
  @Column({ type: 'uuid' }) nonce: string;
  @Column({ type: 'text', nullable: true }) device: string | null;
  @Column({ type: 'text' }) action: ScanAction;
  /** Null where nobody was found. */
  @Column({ type: 'uuid', nullable: true }) eventGuestId: string | null;
  /** As it was decided when it came. */
  @Column({ type: 'text' }) status: ScanStatus;
  @Column({ type: 'text', nullable: true }) reason: ScanReason | null;
  /** The `at` of its result. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) countedAt: Date | null;
  /** Never after it was received. */
  @Column({ type: 'timestamptz', precision: 3 }) occurredAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) receivedAt: Date;
}
