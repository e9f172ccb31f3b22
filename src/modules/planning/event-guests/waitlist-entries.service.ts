import { Injectable } from '@nestjs/common';
import { toPage, type Page, type PageRequest } from '../../../kernel/page';
import { Conflict, found, NotFound } from '../../../kernel/problems';
import { requireMatch } from '../../../platform/http/etag';
import { EventsService, type EventView } from '../events';
import { EVENT_GUEST_RECORD } from './event-guest.record';
import { EventGuestRecorder } from './event-guest.recorder';
import { seatsOf, type EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';
import { GuestChanges } from './guest-changes';
import { livingOf } from './locked-event-guest';
import { RsvpRules } from './rsvp-rules';
import { toEntry, type WaitlistEntry } from './waiting-list.dto';
import { WaitingList } from './waiting-list.service';
import { acceptedNext, outcomeOf } from './waiting-rules';

/** What planners do with the waiting lists of the organization's events. */
@Injectable()
export class WaitlistEntries {
  constructor(
    private readonly guests: EventGuestsRepository,
    private readonly events: EventsService,
    private readonly waiting: WaitingList,
    private readonly rules: RsvpRules,
    private readonly changes: GuestChanges,
    private readonly recorder: EventGuestRecorder,
  ) {}

  /** @throws NotFound for an unknown event */
  async list(eventId: string, page: PageRequest): Promise<Page<WaitlistEntry>> {
    const { views, total } = await this.guests.listWaiting(eventId, page);
    if (total === 0) await this.events.requireExistence(eventId);
    return toPage(
      views.map((view) => toEntry(view)),
      total,
      page,
    );
  }

  /**
   * Puts a guest on the list, if they are not on it yet.
   *
   * @throws NotFound for an unknown event or guest; Conflict `waitlist_off`, `already_accepted`, `guest_erased`
   */
  async put(eventId: string, eventGuestId: string): Promise<{ entry: WaitlistEntry; isNew: boolean }> {
    let isNew = false;
    const guest = await this.changes.runForGuest(eventId, async (event) => {
      const locked = await this.guests.lockOf(eventId, eventGuestId);
      if (locked === null) throw new NotFound('eventGuestId');
      const before = livingOf(locked);
      if (event.waitlist === 'off') throw new Conflict('waitlist_off', 'The event has no waiting list.');
      if (before.waitlist !== null) return before;
      if (before.rsvp === 'accepted') throw new Conflict('already_accepted', 'The guest has accepted.');
      isNew = true;
      return this.enter(event, before);
    });
    return { entry: toEntry(guest), isNew };
  }

  /**
   * Accepts a guest who waits, and those who wait with them.
   *
   * @returns the guest
   * @throws NotFound when the guest does not wait at the event; Conflict `event_full`
   */
  promote(eventId: string, eventGuestId: string): Promise<EventGuestView> {
    return this.changes.runForGuest(eventId, async (event) => {
      await this.lockWaiting(eventId, eventGuestId);
      const { guests, numbers } = await this.waiting.companionsOf(eventId, [eventGuestId]);
      const people = guests.reduce((sum, guest) => sum + seatsOf(guest), 0);
      const { free } = await this.waiting.state(event);
      if (acceptedNext(free, [{ people }]).length === 0) {
        throw new Conflict('event_full', `Free places at the event: ${Math.max(0, free ?? 0)}, needed: ${people}.`);
      }
      const accepted = await this.waiting.accept(event, numbers);
      return found(accepted.find(({ id }) => id === eventGuestId) ?? null);
    });
  }

  /** @throws NotFound when the guest does not wait at the event; PreconditionFailed (If-Match) */
  takeOff(eventId: string, eventGuestId: string): Promise<void> {
    return this.changes.run(eventId, async () => {
      const before = await this.lockWaiting(eventId, eventGuestId);
      requireMatch(EVENT_GUEST_RECORD, before);
      this.recorder.updated(before, await this.waiting.takeOff(before));
    });
  }

  /** On a list that fills itself nobody waits for a place that there is. */
  private async enter(event: EventView, before: EventGuestView): Promise<EventGuestView> {
    if (event.waitlist === 'automatic') {
      const state = await this.waiting.state(event);
      if (outcomeOf({ ...state, waitlist: event.waitlist, people: seatsOf(before) }) === 'accepted') {
        const after = await this.rules.apply(event, before, { rsvp: 'accepted' });
        this.recorder.updated(before, after);
        return after;
      }
    }
    const [after] = await this.waiting.put(event.id, [before]);
    return found(after ?? null);
  }

  private async lockWaiting(eventId: string, eventGuestId: string): Promise<EventGuestView> {
    const { view } = found(await this.guests.lockOf(eventId, eventGuestId));
    if (view.waitlist === null) throw new NotFound();
    return view;
  }
}
