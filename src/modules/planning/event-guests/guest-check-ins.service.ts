import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { found, NotFound, requireKnown, ValidationFailed } from '../../../kernel/problems';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { CheckIns } from './check-ins';
import { EVENT_GUEST_RECORD } from './event-guest.record';
import { MAX_DELAY_MS, type EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';
import { livingOf } from './locked-event-guest';
import { PartiesRepository } from './parties.repository';
import type { CheckInParty } from './party-check-in.dto';

/**
 * Checks guests in, in the dashboard or by the API. A check-in neither reads nor changes the number of guests, so it locks
 * only the guest, and not the event.
 */
@Injectable()
export class GuestCheckIns {
  constructor(
    private readonly guests: EventGuestsRepository,
    private readonly checkIns: CheckIns,
    private readonly parties: PartiesRepository,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

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
  undo(eventId: string, id: string, occurredAt?: Date): Promise<void> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(eventId, id);
      requireMatch(EVENT_GUEST_RECORD, before);
      const now = this.clock.now();
      const at = occurredAt === undefined || occurredAt > now ? now : occurredAt;
      await this.checkIns.count(before, { action: 'undo', occurredAt: at }, now);
    });
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
