import { Injectable } from '@nestjs/common';
import type { EventGuestRow, EventGuestView } from './event-guests.dto';
import { viewOf } from './event-guest-rows';
import { RsvpLinks } from './rsvp-links.service';
import { WaitingListRepository } from './waiting-list.repository';

/** Shows event guests as the API does: with the guest's link, and where they stand on the waiting list. */
@Injectable()
export class EventGuestViews {
  constructor(
    private readonly links: RsvpLinks,
    private readonly waiting: WaitingListRepository,
  ) {}

  /** Positions are read only if anybody among them waits. */
  async of(rows: readonly EventGuestRow[]): Promise<EventGuestView[]> {
    const standings = await this.waiting.standingsOf(rows);
    return rows.map((row, index) => viewOf(row, this.links, standings[index] ?? null));
  }

  async ofOne(row: EventGuestRow): Promise<EventGuestView> {
    const [standing = null] = await this.waiting.standingsOf([row]);
    return viewOf(row, this.links, standing);
  }

  /** Somebody who is only to be put on an event. */
  ofNew(row: EventGuestRow): EventGuestView {
    return viewOf(row, this.links, null);
  }
}
