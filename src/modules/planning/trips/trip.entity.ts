import { Column, Entity, PrimaryColumn } from 'typeorm';
import { enumeration } from '../../../kernel/enumeration';
import type { TripDirection } from '../../../kernel/trip-directions';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';

export const TRIP_STATUSES = enumeration('TripStatus', ['planned', 'boarding', 'departed', 'arrived', 'cancelled']);
export type TripStatus = (typeof TRIP_STATUSES)[number];

/** Where a trip stops for passengers. */
export interface Stop {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  /** ISO 8601 in UTC. */
  readonly departsAt: string | null;
}

/** A ride of a vehicle that is assigned to an event. */
@Entity({ name: 'trips' })
@Distributed('events', 'vehicles', 'vehicle_assignments', 'team_members')
@OpensNothing()
export class Trip {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) eventId: string;
  @Column({ type: 'uuid' }) vehicleAssignmentId: string;
  /** The assignment's until the trip departs. */
  @Column({ type: 'uuid' }) vehicleId: string;
  @Column({ type: 'text' }) direction: TripDirection;
  @Column({ type: 'text' }) status: TripStatus;
  @Column({ type: 'timestamptz', precision: 3 }) departsAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) arrivesAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) departedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) arrivedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) driverTeamMemberId: string | null;
  /** In the order of the ride. */
  @Column({ type: 'jsonb' }) stops: Stop[];
  /** As it was at the departure; null until then. */
  @Column({ type: 'integer', nullable: true }) capacity: number | null;
  @Column({ type: 'text', nullable: true }) notes: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
