import { Column, Entity, PrimaryColumn } from 'typeorm';
import { enumeration } from '../../../kernel/enumeration';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';

export const ACCESS_LINK_KINDS = enumeration('AccessLinkKind', ['door', 'trip']);
export type AccessLinkKind = (typeof ACCESS_LINK_KINDS)[number];

/** What opens an event's door or a trip on somebody's phone, without an account. A revoked one stays, with its scans. */
@Entity({ name: 'access_links' })
@Distributed('events', 'trips')
@OpensNothing('it opens the door of one event and no account, and goes on when its maker leaves')
export class AccessLink {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) eventId: string;
  /** Of the kind `trip`; null again when that trip is gone. */
  @Column({ type: 'uuid', nullable: true }) tripId: string | null;
  @Column({ type: 'text' }) kind: AccessLinkKind;
  @Column({ type: 'text' }) name: string;
  /** SHA-256 of the token. */
  @Column({ type: 'bytea' }) tokenHash: Buffer;
  /** SHA-256 of the PIN with the token, without which it could be guessed; null without a PIN. */
  @Column({ type: 'bytea', nullable: true }) pinHash: Buffer | null;
  /** When wrong PINs came lately. */
  @Column({ type: 'timestamptz', precision: 3, array: true }) wrongPins: Date[];
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) revokedAt: Date | null;
  /** The user who made it. */
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
