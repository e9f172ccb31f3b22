import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, type Changes } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { VehicleView } from './vehicles.dto';

/** Records changes of vehicles: each has an audit record and an outgoing event. */
@Injectable()
export class VehicleRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(vehicle: VehicleView): void {
    this.record('vehicle.created', vehicle, changesBetween(null, vehicle));
  }

  updated(before: VehicleView, after: VehicleView): void {
    this.record('vehicle.updated', after, changesBetween(before, after));
  }

  /** @param assignments how many, all to past events, went with it */
  deleted(vehicle: VehicleView, assignments: number): void {
    const changes = { ...changesBetween(vehicle, null), assignments: { before: assignments, after: 0 } };
    this.record('vehicle.deleted', vehicle, changes);
  }

  private record(type: string, vehicle: VehicleView, changes: Changes): void {
    this.audit.record({ action: type, target: { type: 'vehicle', id: vehicle.id }, changes });
    this.outbox.record(type, vehicle);
  }
}
