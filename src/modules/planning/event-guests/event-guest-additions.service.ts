import { Injectable } from '@nestjs/common';
import { firstOf } from '../../../kernel/lists';
import { forField } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService, type EventView } from '../events';
import { GuestsService } from '../guests';
import { choiceOf, type AddedEventGuests, type AddEventGuests, type GuestSource } from './event-guest-additions.dto';
import type { EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';
import { Newcomers } from './newcomers';

/** Puts guests on an event: existing ones, or a new one. */
@Injectable()
export class EventGuestAdditions {
  constructor(
    private readonly eventGuests: EventGuestsRepository,
    private readonly events: EventsService,
    private readonly guests: GuestsService,
    private readonly newcomers: Newcomers,
    private readonly unitOfWork: UnitOfWork,
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
      if ('from' in choice) return { data: await this.newcomers.add(event, await this.guestsFrom(choice.from)) };
      if ('guestIds' in choice) {
        await this.guests.requireAll(choice.guestIds);
        return { data: await this.newcomers.invite(eventId, choice.guestIds) };
      }
      const guestId = 'guestId' in choice ? choice.guestId : (await this.guests.create(choice.newGuest)).id;
      await this.guests.requireAll([guestId], () => 'guestId');
      return firstOf(await this.newcomers.invite(eventId, [guestId]));
    });
  }

  /**
   * Puts everybody who is on an event on another, which is locked, inside the caller's unit of work. They have not
   * answered for it, and have no seats.
   */
  async copyAll(fromEventId: string, to: EventView): Promise<void> {
    await this.newcomers.add(to, await this.eventGuests.guestIdsOn(fromEventId));
  }

  private async guestsFrom({ eventId, tag }: GuestSource): Promise<string[]> {
    if (eventId === undefined) return this.guests.idsOfAll(tag);
    await forField('from.eventId', this.events.requireExistence(eventId));
    return this.eventGuests.guestIdsOn(eventId);
  }
}
