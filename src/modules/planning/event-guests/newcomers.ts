import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { Conflict } from '../../../kernel/problems';
import { Batches } from '../../../platform/batches/batches';
import { MAX_ITEMS } from '../../../platform/fields/items';
import type { EventView } from '../events';
import { BatchParties } from './batch-parties';
import { EVENT_GUEST_RECORD } from './event-guest.record';
import { EventGuestRecorder } from './event-guest.recorder';
import { EventGuestRounds } from './event-guest-rounds';
import type { EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';

/** The error names at most this many guests. */
const MAX_NAMED_GUESTS = 10;

/** Puts people who are guests of the organization on an event that is locked, inside the caller's unit of work. */
@Injectable()
export class Newcomers {
  constructor(
    private readonly eventGuests: EventGuestsRepository,
    private readonly batches: Batches,
    private readonly rounds: EventGuestRounds,
    private readonly recorder: EventGuestRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Adds many, one batch after the other, so that no statement has too many. Those who are on the event stay as they are;
   * those who are gone, erased ones too, are left out.
   *
   * @param guestIds each once, in their order, so that two that lock the same ones don't deadlock
   * @returns those who were added, in the order of `guestIds`
   */
  async add(event: EventView, guestIds: readonly string[]): Promise<EventGuestView[]> {
    const present = new Set(await this.eventGuests.guestIdsOn(event.id));
    const missing = guestIds.filter((id) => !present.has(id));
    const added: EventGuestView[] = [];
    for (let start = 0; start < missing.length; start += MAX_ITEMS) {
      const items = missing.slice(start, start + MAX_ITEMS).map((guestId) => ({ guestId }));
      await this.batches.apply(items, {
        kind: EVENT_GUEST_RECORD,
        begin: (inputs) => this.rounds.begin(event, inputs, [], new BatchParties(event.id, [])),
        write: async (_changed, created) => {
          added.push(...created);
          await this.eventGuests.writeAll(created, []);
        },
      });
    }
    return added;
  }

  /** Adds a few, who must exist. @throws Conflict `already_invited` */
  async invite(eventId: string, guestIds: readonly string[]): Promise<EventGuestView[]> {
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
