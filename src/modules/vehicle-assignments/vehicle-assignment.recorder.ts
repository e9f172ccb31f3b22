import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, type Changes } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { VehicleAssignmentView } from './vehicle-assignments.dto';

/** Records changes of assignments: each has an audit record and an outgoing event. */
@Injectable()
export class VehicleAssignmentRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(assignment: VehicleAssignmentView): void {
    this.record('vehicle_assignment.created', assignment, changesBetween(null, recorded(assignment)));
  }

  updated(before: VehicleAssignmentView, after: VehicleAssignmentView): void {
    this.record('vehicle_assignment.updated', after, changesBetween(recorded(before), recorded(after)));
  }

  deleted(assignment: VehicleAssignmentView): void {
    this.record('vehicle_assignment.deleted', assignment, changesBetween(recorded(assignment), null));
  }

  private record(type: string, assignment: VehicleAssignmentView, changes: Changes): void {
    this.audit.record({ action: type, target: { type: 'vehicle_assignment', id: assignment.id }, changes });
    this.outbox.record(type, assignment);
  }
}

/**
 * The fields that the audit log tells of an assignment: without those that depend on the vehicle and on other events.
 */
function recorded({ eventId, vehicleId, capacityOverride, notes, guestCount }: VehicleAssignmentView): object {
  return { eventId, vehicleId, capacityOverride, notes, guestCount };
}
