import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** A vehicle that drives guests of an event. */
@Entity({ name: 'vehicle_assignments' })
@Distributed('events', 'vehicles')
@OpensNothing()
export class VehicleAssignment {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) eventId: string;
  @Column({ type: 'uuid' }) vehicleId: string;
  /** Seats, fewer than the vehicle has. */
  @Column({ type: 'integer', nullable: true }) capacityOverride: number | null;
  @Column({ type: 'text', nullable: true }) notes: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
