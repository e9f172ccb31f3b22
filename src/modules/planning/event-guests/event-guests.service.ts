import { Injectable } from '@nestjs/common';
import { toWalkedPage, type WalkedPage } from '../../../kernel/page';
import { found } from '../../../kernel/problems';
import { requireMatch } from '../../../platform/http/etag';
import { EventsService } from '../events';
import { EVENT_GUEST_RECORD } from './event-guest.record';
import { GuestChanges } from './guest-changes';
import { RsvpRules } from './rsvp-rules';
import type { EventGuestsQuery, EventGuestView, UpdateEventGuest } from './event-guests.dto';
import { EventGuestRecorder } from './event-guest.recorder';
import { livingOf } from './locked-event-guest';
import { EventGuestsRepository } from './event-guests.repository';
import { RidesRegistry } from './rides';

/**
 * The guests on the events of the organization in scope. Operations that read or change the number of guests lock the
 * event before the guest.
 */
@Injectable()
export class EventGuestsService {
  constructor(
    private readonly guests: EventGuestsRepository,
    private readonly events: EventsService,
    private readonly rules: RsvpRules,
    private readonly changes: GuestChanges,
    private readonly recorder: EventGuestRecorder,
    private readonly rides: RidesRegistry,
  ) {}

  /** @throws NotFound for an unknown event */
  async list(eventId: string, query: EventGuestsQuery): Promise<WalkedPage<EventGuestView>> {
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' } as const;
    const { views, ...walk } = await this.guests.list(eventId, query, order);
    // If there are guests the event exists; only without any must that be checked.
    if (walk.total === 0) await this.events.requireExistence(eventId);
    return toWalkedPage(views, walk, query);
  }

  /** @throws NotFound when the organization in scope has no such event, or the event no such guest */
  async get(eventId: string, id: string): Promise<EventGuestView> {
    return found(await this.guests.findOf(eventId, id));
  }

  /**
   * @throws NotFound, PreconditionFailed (If-Match), Conflict as {@link RsvpRules.apply}
   * @throws ValidationFailed when the notes are too long even without the guest's note at their end
   */
  update(eventId: string, id: string, changes: UpdateEventGuest): Promise<EventGuestView> {
    return this.changes.runForGuest(eventId, async (event) => {
      const before = livingOf(found(await this.guests.lockOf(eventId, id)));
      requireMatch(EVENT_GUEST_RECORD, before);
      await this.rules.requireOwnNotes(id, changes.notes);
      const after = await this.rules.apply(event, before, changes);
      if (after === before) return before;
      this.recorder.updated(before, after);
      return this.changes.recounted(before, after);
    });
  }

  /** Takes a guest off an event; their seats are free again. @throws NotFound, PreconditionFailed (If-Match) */
  remove(eventId: string, id: string): Promise<void> {
    return this.changes.run(eventId, async () => {
      const { view: guest } = found(await this.guests.lockOf(eventId, id));
      requireMatch(EVENT_GUEST_RECORD, guest);
      await this.guests.delete(id);
      await this.rides.get().follow([id]);
      this.recorder.removed(guest);
    });
  }
}
