import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { firstOf } from '../../../kernel/lists';
import { Conflict, forField } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService, type EventView } from '../events';
import { GuestsService } from '../guests';
import { choiceOf, type AddedEventGuests, type AddEventGuests, type GuestSource } from './event-guest-additions.dto';
import type { EventGuestView } from './event-guests.dto';
import { EventGuestBatchesService } from './event-guest-batches.service';
import { EventGuestRecorder } from './event-guest.recorder';
import { EventGuestsRepository } from './event-guests.repository';

/** The error names at most this many guests. */
const MAX_NAMED_GUESTS = 10;

/** Puts guests on an event: existing ones, or a new one. */
@Injectable()
export class EventGuestAdditions {
  constructor(
    private readonly eventGuests: EventGuestsRepository,
    private readonly events: EventsService,
    private readonly guests: GuestsService,
    private readonly batches: EventGuestBatchesService,
    private readonly recorder: EventGuestRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Puts one guest on an event, or several: then all of them or none.
   *
   * @returns the one, or the several in the order in which the input names them; with `from` those who were added
   * @throws NotFound for an unknown event or guest, Conflict `already_invited`
   * @throws whatever {@link GuestsService.create} throws for a new guest
   */
  add(eventId: string, input: AddEventGuests): Promise<EventGuestView | AddedEventGuests> {
    return this.unitOfWork.run(async () => {
      const event = await this.events.lockForGuestChanges(eventId);
      const choice = choiceOf(input);
      if ('from' in choice) return { data: await this.batches.add(event, await this.guestsFrom(choice.from)) };
      if ('guestIds' in choice) {
        await this.guests.requireAll(choice.guestIds);
        return { data: await this.invite(eventId, choice.guestIds) };
      }
      const guestId = 'guestId' in choice ? choice.guestId : (await this.guests.create(choice.newGuest)).id;
      await this.guests.requireAll([guestId], () => 'guestId');
      return firstOf(await this.invite(eventId, [guestId]));
    });
  }

  /**
   * Puts everybody who is on an event on another, which is locked, inside the caller's unit of work. They have not
   * answered for it, and have no seats.
   */
  async copyAll(fromEventId: string, to: EventView): Promise<void> {
    await this.batches.add(to, await this.eventGuests.guestIdsOn(fromEventId));
  }

  private async guestsFrom({ eventId, tag }: GuestSource): Promise<string[]> {
    if (eventId === undefined) return this.guests.idsOfAll(tag);
    await forField('from.eventId', this.events.requireExistence(eventId));
    return this.eventGuests.guestIdsOn(eventId);
  }

  private async invite(eventId: string, guestIds: readonly string[]): Promise<EventGuestView[]> {
    const present = await this.eventGuests.presentOn(eventId, guestIds);
    if (present.length > 0) throw alreadyInvited(present);
    const added = await this.eventGuests.add(
      eventId,
      guestIds.map((guestId) => ({ id: newId(), guestId })),
      this.clock.now(),
    );
    for (const guest of added) this.recorder.added(guest);
    return added;
  }
}

function alreadyInvited(guestIds: readonly string[]): Conflict {
  const more = guestIds.length - MAX_NAMED_GUESTS;
  const named = guestIds.slice(0, MAX_NAMED_GUESTS).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return new Conflict('already_invited', `On the event already: ${named}.`);
}
