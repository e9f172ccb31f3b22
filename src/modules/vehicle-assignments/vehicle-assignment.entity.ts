import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A vehicle that drives guests of an event. */
@Entity({ name: 'vehicle_assignments' })
export class VehicleAssignment {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ name: 'event_id', type: 'uuid' }) eventId: string;
  @Column({ name: 'vehicle_id', type: 'uuid' }) vehicleId: string;
  /** Seats, fewer than the vehicle has. */
  @Column({ name: 'capacity_override', type: 'integer', nullable: true }) capacityOverride: number | null;
  @Column({ type: 'text', nullable: true }) notes: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
