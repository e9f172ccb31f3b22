import { Injectable } from '@nestjs/common';
import { toWalkedPage, type WalkedPage } from '../../../kernel/page';
import { EventsService } from '../events';
import { GuestsService } from '../guests';
import type { GuestEventsQuery, GuestEventView } from './guest-events.dto';
import { EventsOfGuestRepository } from './events-of-guest.repository';

/** The events that a guest is on. */
@Injectable()
export class GuestEventsService {
  constructor(
    private readonly eventGuests: EventsOfGuestRepository,
    private readonly events: EventsService,
    private readonly guests: GuestsService,
  ) {}

  /** @throws NotFound for an unknown guest, ValidationFailed when the period ends before it starts */
  async list(guestId: string, query: GuestEventsQuery): Promise<WalkedPage<GuestEventView>> {
    const period = await this.events.periodOf(query);
    const { rsvp, updatedSince } = query;
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' } as const;
    const { views, ...walk } = await this.eventGuests.listOfGuest(
      { guestId, rsvp, updatedSince, ...period },
      order,
      query,
    );
    // If they are on an event they exist; only without any must that be checked.
    if (walk.total === 0) await this.guests.get(guestId);
    return toWalkedPage(views, walk, query);
  }
}
