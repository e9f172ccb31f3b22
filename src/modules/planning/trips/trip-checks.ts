import { Injectable } from '@nestjs/common';
import { Conflict, forField, NotFound } from '../../../kernel/problems';
import { EventsService } from '../events';
import { VehicleAssignmentsService, type VehicleAssignmentView } from '../vehicle-assignments';
import { requirePlaces } from './trip-room';
import { TripRoomRepository } from './trip-room.repository';
import { TripsRepository } from './trips.repository';

/** Checks what a trip refers to, its vehicle and its driver, and that its people have seats. */
@Injectable()
export class TripChecks {
  constructor(
    private readonly trips: TripsRepository,
    private readonly rooms: TripRoomRepository,
    private readonly events: EventsService,
    private readonly assignments: VehicleAssignmentsService,
  ) {}

  /**
   * Locks an event, then an assignment of it, until the unit of work ends.
   *
   * @throws NotFound for an unknown event, and naming the field for an assignment of none or another event
   */
  async lockAssignment(eventId: string, assignmentId: string): Promise<VehicleAssignmentView> {
    await this.events.lockForGuestChanges(eventId);
    const assignment = await forField('vehicleAssignmentId', this.assignments.lock(assignmentId));
    if (assignment.eventId !== eventId) throw new NotFound('vehicleAssignmentId');
    return assignment;
  }

  /** @throws NotFound naming the field for a driver of none or another event */
  async requireDriver(eventId: string, teamMemberId: string | null): Promise<void> {
    if (teamMemberId === null || (await this.trips.hasDriver(eventId, teamMemberId))) return;
    throw new NotFound('driverTeamMemberId');
  }

  /** @throws Conflict `over_capacity` when more people are on a trip than its vehicle has seats */
  async requireRoom(id: string): Promise<void> {
    const { capacity, load } = await this.rooms.roomOf(id);
    requirePlaces(capacity, 0, load);
  }
}

export function tripDeparted(): Conflict {
  return new Conflict('trip_departed', 'The trip has departed.');
}
