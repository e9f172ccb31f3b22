import { Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SeatingService } from '../event-guests';
import { AssignmentTripsRegistry } from './assignment-trips';
import { VEHICLE_ASSIGNMENT_RECORD } from './vehicle-assignment.record';
import { toVehicleAssignmentView, type VehicleAssignmentRow } from './vehicle-assignments.dto';
import { VehicleAssignmentsRepository } from './vehicle-assignments.repository';
import { VehicleAssignmentsService } from './vehicle-assignments.service';

/** Takes vehicles off events. Guests with seats in them lose those, and trips that have not departed go with them. */
@Injectable()
export class VehicleAssignmentRemoval {
  constructor(
    private readonly service: VehicleAssignmentsService,
    private readonly assignments: VehicleAssignmentsRepository,
    private readonly seating: SeatingService,
    private readonly trips: AssignmentTripsRegistry,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Deletes an assignment and frees its guests. @throws NotFound, PreconditionFailed (If-Match), Conflict `trip_departed` */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      requireMatch(VEHICLE_ASSIGNMENT_RECORD, await this.service.lock(id));
      await this.deleteAll([id]);
    });
  }

  /** Deletes assignments and frees their guests, inside a unit of work that has locked their events. */
  async deleteAll(ids: readonly string[]): Promise<void> {
    await this.end(await this.assignments.ofIds(ids), ids);
  }

  /** Like {@link deleteAll}, for all assignments of one vehicle. */
  async deleteAllOfVehicle(ids: readonly string[]): Promise<void> {
    await this.end(await this.assignments.ofIdsEndingTogether(ids), ids);
  }

  private async end(ended: readonly VehicleAssignmentRow[], ids: readonly string[]): Promise<void> {
    await this.trips.get().endWith(ids);
    await this.seating.release(ids);
    await this.assignments.deleteAll(ids);
    for (const row of ended) this.recorder.deleted(VEHICLE_ASSIGNMENT_RECORD, toVehicleAssignmentView(row));
  }
}
