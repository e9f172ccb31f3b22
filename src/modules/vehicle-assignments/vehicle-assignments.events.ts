import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { VehicleAssignmentView } from './vehicle-assignments.dto';

/** Records changes of assignments: each has an audit record and an outgoing event. */
@Injectable()
export class VehicleAssignmentsEvents {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(assignment: VehicleAssignmentView): void {
    this.record('vehicle_assignment.created', null, assignment, assignment);
  }

  updated(before: VehicleAssignmentView, after: VehicleAssignmentView): void {
    this.record('vehicle_assignment.updated', before, after, after);
  }

  deleted(assignment: VehicleAssignmentView): void {
    this.record('vehicle_assignment.deleted', assignment, null, assignment);
  }

  private record(
    type: string,
    before: VehicleAssignmentView | null,
    after: VehicleAssignmentView | null,
    shown: VehicleAssignmentView,
  ): void {
    this.audit.record({
      action: type,
      target: { type: 'vehicle_assignment', id: shown.id },
      changes: changesBetween(before && toldOf(before), after && toldOf(after)),
    });
    this.outbox.record(type, shown);
  }
}

/**
 * The fields that the audit log tells of an assignment: without those that depend on the vehicle and on other events.
 */
function toldOf({ eventId, vehicleId, capacityOverride, notes, guestCount }: VehicleAssignmentView): object {
  return { eventId, vehicleId, capacityOverride, notes, guestCount };
}
