import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed } from '../../../platform/database/distributed';
import { enumeration } from '../../../kernel/enumeration';
import { OpensNothing } from '../../../platform/records/opens-nothing';

export const VEHICLE_STATUSES = enumeration('VehicleStatus', ['active', 'maintenance', 'retired']);
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number];

/** A vehicle to drive guests in. */
@Entity({ name: 'vehicles' })
@Distributed()
@OpensNothing()
export class Vehicle {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) type: string | null;
  @Column({ type: 'text', nullable: true }) plateNumber: string | null;
  /** Passenger seats, the driver's not counted. */
  @Column({ type: 'integer' }) capacity: number;
  @Column({ type: 'text' }) status: VehicleStatus;
  @Column({ type: 'text', nullable: true }) driverName: string | null;
  /** E.164 */
  @Column({ type: 'text', nullable: true }) driverPhone: string | null;
  @Column({ type: 'text', nullable: true }) notes: string | null;
  /** The record's id in another system. */
  @Column({ type: 'text', nullable: true }) externalId: string | null;
  /** Everything that `q` searches, in its search form. It begins with the name, so sorting by it sorts by name. */
  @Column({ type: 'text' }) search: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
