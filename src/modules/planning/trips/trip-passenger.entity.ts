import { Column, Entity, PrimaryColumn } from 'typeorm';
import { enumeration } from '../../../kernel/enumeration';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';

export const PASSENGER_STATUSES = enumeration('PassengerStatus', ['expected', 'boarded', 'no_show', 'alighted']);
export type PassengerStatus = (typeof PASSENGER_STATUSES)[number];

/**
 * What differs of a guest on a trip from what follows from their seat. Until a trip departs, whoever sits in its vehicle is
 * expected without a row; at the departure everybody gets one.
 */
@Entity({ name: 'trip_passengers' })
@Distributed('trips')
@OpensNothing()
export class TripPassenger {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) tripId: string;
  /** No foreign key: after the departure the figures stay, whoever leaves the event. */
  @PrimaryColumn({ type: 'uuid' }) eventGuestId: string;
  @Column({ type: 'uuid', nullable: true }) stopId: string | null;
  /** `off` for somebody who sits in the vehicle, and was taken off this trip alone. */
  @Column({ type: 'text' }) status: PassengerStatus | 'off';
  /** When it became that; null where nobody said so. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) statusAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) boardedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) alightedAt: Date | null;
  /** Whether they ride without a seat in the vehicle. */
  @Column({ type: 'boolean' }) added: boolean;
  /** As many as they were at the departure; null until then. */
  @Column({ type: 'integer', nullable: true }) people: number | null;
}
