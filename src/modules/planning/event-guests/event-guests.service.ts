import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { toWalkedPage, type WalkedPage } from '../../../kernel/page';
import { found, NotFound, requireKnown, ValidationFailed } from '../../../kernel/problems';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService } from '../events';
import { CheckIns } from './check-ins';
import { EVENT_GUEST_RECORD } from './event-guest.record';
import { GuestChanges } from './guest-changes';
import { RsvpRules } from './rsvp-rules';
import { WaitingList } from './waiting-list.service';
import {
  MAX_DELAY_MS,
  MAX_NOTES,
  type EventGuestsQuery,
  type EventGuestView,
  type UpdateEventGuest,
} from './event-guests.dto';
import { EventGuestRecorder } from './event-guest.recorder';
import { livingOf } from './locked-event-guest';
import { EventGuestsRepository } from './event-guests.repository';
import { RidesRegistry } from './rides';
import { PartiesRepository } from './parties.repository';
import type { CheckInParty } from './party-check-in.dto';
import { withoutNote } from './rsvp.dto';

/**
 * The guests on the events of the organization in scope. Operations that read or change the number of guests lock the
 * event before the guest. A check-in does neither, so it locks only the guest.
 */
@Injectable()
export class EventGuestsService {
  constructor(
    private readonly guests: EventGuestsRepository,
    private readonly events: EventsService,
    private readonly rules: RsvpRules,
    private readonly checkIns: CheckIns,
    private readonly changes: GuestChanges,
    private readonly waiting: WaitingList,
    private readonly parties: PartiesRepository,
    private readonly recorder: EventGuestRecorder,
    private readonly rides: RidesRegistry,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
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
      const before = await this.lock(eventId, id);
      requireMatch(EVENT_GUEST_RECORD, before);
      await this.requireOwnNotes(id, changes.notes);
      const after = await this.rules.apply(event, before, changes);
      if (after === before) return before;
      this.recorder.updated(before, after);
      return (await this.waiting.recount(eventId, [{ before, after }])).get(id) ?? after;
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

  /**
   * Records that the guest has come. Of several check-ins since the last one that was taken back the earliest counts.
   *
   * @param occurredAt when they came, where that is known only now
   * @throws NotFound; ValidationFailed where that is too long ago
   */
  checkIn(eventId: string, id: string, occurredAt?: Date): Promise<EventGuestView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(eventId, id);
      const now = this.clock.now();
      const at = occurredAt === undefined || occurredAt > now ? now : occurredAt;
      requireRecent(at, now);
      return this.checkIns.count(before, { action: 'check_in', occurredAt: at }, now);
    });
  }

  /**
   * Checks several of a party in. Those who declined, or were erased, are skipped.
   *
   * @param eventGuestIds all of the party by default
   * @throws NotFound, naming those who are not of the party; ValidationFailed as {@link checkIn}
   */
  checkInParty(
    eventId: string,
    partyId: string,
    { eventGuestIds, occurredAt }: CheckInParty,
  ): Promise<EventGuestView[]> {
    return this.unitOfWork.run(async () => {
      const party = found(await this.parties.find(partyId));
      if (party.eventId !== eventId) throw new NotFound();
      const ids = eventGuestIds ?? party.eventGuestIds;
      requireKnown(ids, party.eventGuestIds, (index) => `eventGuestIds.${index}`);
      const now = this.clock.now();
      const at = occurredAt === undefined || occurredAt > now ? now : occurredAt;
      requireRecent(at, now);
      const wanted = new Set(ids);
      const present: EventGuestView[] = [];
      for (const before of await this.guests.lockParty(eventId, partyId))
        if (wanted.has(before.id) && before.rsvp !== 'declined')
          present.push(await this.checkIns.count(before, { action: 'check_in', occurredAt: at }, now));
      return present;
    });
  }

  /**
   * Takes a check-in back, if there is one.
   *
   * @param occurredAt when it was taken back, where that is known only now: a later check-in stays
   * @throws NotFound, PreconditionFailed (If-Match)
   */
  undoCheckIn(eventId: string, id: string, occurredAt?: Date): Promise<void> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(eventId, id);
      requireMatch(EVENT_GUEST_RECORD, before);
      const now = this.clock.now();
      const at = occurredAt === undefined || occurredAt > now ? now : occurredAt;
      await this.checkIns.count(before, { action: 'undo', occurredAt: at }, now);
    });
  }

  /**
   * Clients send notes back with the guest's note at their end; that part must not count against the planners' limit.
   */
  async requireOwnNotes(id: string, notes: string | null | undefined): Promise<void> {
    if (notes == null || fitsOwnNotes(notes)) return;
    const note = (await this.guests.findInvitation(id))?.note ?? null;
    if (fitsOwnNotes(withoutNote(notes, note) ?? '')) return;
    const message = `notes must have at most ${MAX_NOTES} characters, not counting the guest's own note at their end.`;
    throw ValidationFailed.on('notes', 'too_long', message, { max: MAX_NOTES });
  }

  private async lock(eventId: string, id: string): Promise<EventGuestView> {
    return livingOf(found(await this.guests.lockOf(eventId, id)));
  }
}

/** @throws ValidationFailed for what happened so long ago that nobody waits for it any more */
function requireRecent(at: Date, now: Date): void {
  if (now.getTime() - at.getTime() <= MAX_DELAY_MS) return;
  throw ValidationFailed.on('occurredAt', 'out_of_range', 'occurredAt must be at most 7 days ago.');
}

/** In code points, as texts are counted everywhere. */
function fitsOwnNotes(notes: string): boolean {
  return notes.length <= MAX_NOTES || [...notes].length <= MAX_NOTES;
}
