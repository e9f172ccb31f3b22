import { Injectable } from '@nestjs/common';
import { found } from '../../../kernel/problems';
import { SeatingService, type SeatLimits } from '../event-guests';
import { VehiclesService } from '../vehicles';
import { capacityWith, seatChoice, type SeatGuest } from './vehicle-assignments.dto';
import { VehicleAssignmentsRepository } from './vehicle-assignments.repository';

/** The seats of vehicles on events: how many there are, and who gets them. */
@Injectable()
export class VehicleSeats implements SeatLimits {
  constructor(
    private readonly assignments: VehicleAssignmentsRepository,
    private readonly vehicles: VehiclesService,
    private readonly seating: SeatingService,
  ) {}

  /**
   * Gives a guest of an event seats in a vehicle, or takes them off.
   *
   * @throws NotFound, Conflict as {@link SeatingService.seat} does
   */
  seat(eventId: string, eventGuestId: string, input: SeatGuest): ReturnType<SeatingService['seat']> {
    const choice = seatChoice(input);
    return this.seating.seat(eventId, eventGuestId, async () => {
      if (choice === null || 'vehicleAssignmentId' in choice) return choice?.vehicleAssignmentId ?? null;
      return found(await this.assignments.idOf(eventId, choice.vehicleId), 'vehicleId');
    });
  }

  /** See {@link SeatLimits}. The caller has locked the event. */
  async capacityOf(assignmentId: string): Promise<{ eventId: string; capacity: number } | null> {
    const assignment = await this.assignments.lockCapacity(assignmentId);
    if (assignment === null) return null;
    const vehicle = await this.vehicles.lockShared(assignment.vehicleId);
    return { eventId: assignment.eventId, capacity: capacityWith(vehicle.capacity, assignment.capacityOverride) };
  }
}
