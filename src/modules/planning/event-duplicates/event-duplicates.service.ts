import { Injectable } from '@nestjs/common';
import { requireInScope } from '../../../kernel/principal';
import { ValidationFailed } from '../../../kernel/problems';
import { isWithinYears } from '../../../kernel/time-zone';
import { currentPrincipal } from '../../../platform/context/request-context';
import { lockForCopying } from '../../../platform/personal/erasure-lock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventGuestAdditions } from '../event-guests';
import { EventCreation, EventsService, type EventView } from '../events';
import { TeamMembersService } from '../team-members';
import { VehicleAssignmentsService } from '../vehicle-assignments';
import type { DuplicateEvent } from './event-duplicates.dto';

/** Makes events like others, with what belongs to those, each in one transaction. */
@Injectable()
export class EventDuplicatesService {
  constructor(
    private readonly events: EventsService,
    private readonly creation: EventCreation,
    private readonly team: TeamMembersService,
    private readonly vehicles: VehicleAssignmentsService,
    private readonly guests: EventGuestAdditions,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @throws NotFound for an unknown event
   * @throws Forbidden `out_of_scope` for a key that may not change what is copied
   * @throws ValidationFailed when what moves along would leave the years that the service takes
   */
  duplicate(id: string, { startsAt, with: parts = [] }: DuplicateEvent): Promise<EventView> {
    for (const resource of ['vehicles', 'guests'] as const)
      if (parts.includes(resource)) requireInScope(currentPrincipal(), { resource, writes: true });
    return this.unitOfWork.run(async () => {
      // Before any row, as whoever erases somebody does.
      if (parts.includes('team')) await lockForCopying(this.unitOfWork.current);
      const source = await this.events.lockForGuestChanges(id);
      const moved = (moment: string | null) => movedAlong(moment, source.startsAt, startsAt);
      const [endsAt, rsvpDeadline] = [moved(source.endsAt), moved(source.rsvpDeadline)];
      const event = await this.creation.copy(source, { startsAt, endsAt, rsvpDeadline });
      if (parts.includes('team')) await this.team.copyAll(id, event.id, moved);
      if (parts.includes('guests')) await this.guests.copyAll(id, event);
      // Vehicles are locked last.
      if (parts.includes('vehicles')) await this.vehicles.copyAll(id, event.id);
      return event;
    });
  }
}

/** A moment that is as far from `to` as it was from `from`; null where there is nothing to go by. */
function movedAlong(moment: string | null, from: string | null, to: Date): Date | null {
  if (moment === null || from === null) return null;
  const moved = new Date(to.getTime() + Date.parse(moment) - Date.parse(from));
  if (isWithinYears(moved)) return moved;
  const message =
    'startsAt must leave room for the end of the event, the deadline of its answers and the call times of its team.';
  throw ValidationFailed.on('startsAt', 'out_of_range', message);
}
