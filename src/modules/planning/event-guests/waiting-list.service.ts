import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import type { EventView, WaitingGuests } from '../events';
import { EventGuestRecorder } from './event-guest.recorder';
import { seatsOf, type EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';
import { PlaceLetters } from './place-letters';
import { WaitingListRepository } from './waiting-list.repository';
import { acceptedNext, type Asking } from './waiting-rules';

/** How a list stands. */
export interface ListState extends Pick<Asking, 'free' | 'isAnyoneWaiting'> {
  /** The number of the last group that waits; null without any. */
  readonly last: number | null;
}

/** Guests, each by their id. */
export type GuestsById = ReadonlyMap<string, EventGuestView>;

/**
 * Those who wait for places at the events of the organization in scope. Everything here happens inside a unit of work that
 * has locked the event, so that places are counted exactly and nobody goes past somebody else.
 */
@Injectable()
export class WaitingList implements WaitingGuests {
  constructor(
    private readonly list: WaitingListRepository,
    private readonly guests: EventGuestsRepository,
    private readonly recorder: EventGuestRecorder,
    private readonly letters: PlaceLetters,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  isAnyoneWaiting(eventId: string): Promise<boolean> {
    return this.list.isAnyoneWaiting(eventId);
  }

  /** How many places nobody has, and whether anybody waits for one. */
  async state({ id, capacity }: EventView): Promise<ListState> {
    const { last, accepted } = await this.list.state(id);
    return { last, isAnyoneWaiting: last !== null, free: capacity === null ? null : capacity - accepted };
  }

  /**
   * Gives the places that are free to those who wait for them, as {@link acceptedNext} decides, where the list is
   * `automatic` and the event takes place at all. Whatever frees a place ends with it.
   *
   * @param event as it is now
   * @returns those who were accepted
   */
  async settle(event: EventView): Promise<GuestsById> {
    return isFilling(event) ? this.fill(event, await this.state(event)) : new Map();
  }

  /** Like {@link settle}, for a change that goes on. @returns how things stand then */
  async settledState(event: EventView): Promise<ListState> {
    const state = await this.state(event);
    const isUnchanged = !isFilling(event) || (await this.fill(event, state)).size === 0;
    return isUnchanged ? state : this.state(event);
  }

  private async fill(event: EventView, { free: found, isAnyoneWaiting }: ListState): Promise<GuestsById> {
    const accepted = new Map<string, EventGuestView>();
    let [free, isMore, last] = [found, isAnyoneWaiting, 0];
    while (isMore && (free === null || free > 0)) {
      const { groups, isLast } = await this.list.groups(event.id, last, free);
      const next = acceptedNext(free, groups);
      for (const guest of await this.accept(event, numbersOf(next))) accepted.set(guest.id, guest);
      if (free !== null) free -= peopleOf(next);
      last = groups.at(-1)?.number ?? last;
      isMore = !isLast;
    }
    return accepted;
  }

  /** Accepts whole groups, whether there are places for them or not, and tells them. */
  async accept(event: EventView, numbers: readonly number[]): Promise<EventGuestView[]> {
    const ids = (await this.list.lockMembers(event.id, numbers)).map(({ id }) => id);
    if (ids.length === 0) return [];
    const before = await this.guests.ofIds(ids);
    const now = this.clock.now();
    await this.list.accept(ids, now);
    const updatedAt = now.toISOString();
    const accepted = before.map((guest) => ({ ...guest, rsvp: 'accepted' as const, waitlist: null, updatedAt }));
    accepted.forEach((guest, index) => this.recorder.promoted(before[index]!, guest));
    await this.letters.send(event, accepted);
    return accepted;
  }

  /** Everybody who waits together with any of these guests, themselves included, and the numbers of their groups. */
  async companionsOf(
    eventId: string,
    ids: readonly string[],
  ): Promise<{ guests: EventGuestView[]; numbers: number[] }> {
    const numbers = await this.list.numbersOf(eventId, ids);
    const members = await this.list.lockMembers(eventId, numbers);
    return { numbers, guests: members.length === 0 ? [] : await this.guests.ofIds(members.map(({ id }) => id)) };
  }

  /**
   * Puts guests at the end of the list, as one group.
   *
   * @param before as they were before the change that this is part of
   * @param last the number of the last group, where that is known
   * @returns them as they are now
   */
  async put(eventId: string, before: readonly EventGuestView[], last?: number | null): Promise<EventGuestView[]> {
    const now = this.clock.now();
    const end = last === undefined ? (await this.list.state(eventId)).last : last;
    return this.write(before, (end ?? 0) + 1, now);
  }

  /** Makes one group of several, which waits as long as the one that asked last. */
  async merge(eventId: string, before: readonly EventGuestView[], numbers: readonly number[]): Promise<void> {
    const members = await this.list.lockMembers(eventId, numbers);
    const last = members.at(-1);
    if (last === undefined) return;
    const earlier = new Set(members.filter(({ number }) => number < last.number).map(({ id }) => id));
    await this.write(
      before.filter(({ id }) => earlier.has(id)),
      last.number,
      new Date(last.since),
    );
  }

  /**
   * What follows for the list from a change of guests who waited: those who bring more people than before count from
   * now, with everybody they wait with.
   *
   * @returns those of `after` who stand elsewhere now
   */
  async recount(
    eventId: string,
    changes: readonly { before: EventGuestView; after: EventGuestView }[],
  ): Promise<GuestsById> {
    const moved = new Map<string, EventGuestView>();
    for (const { before, after } of changes) {
      if (after.waitlist === null || seatsOf(after) <= seatsOf(before) || moved.has(after.id)) continue;
      const { guests } = await this.companionsOf(eventId, [after.id]);
      for (const guest of await this.put(eventId, guests)) moved.set(guest.id, guest);
    }
    return moved;
  }

  /** Takes one guest off the list, who stays on the event. */
  async takeOff(before: EventGuestView): Promise<EventGuestView> {
    const now = this.clock.now();
    await this.list.takeOff(before.id, now);
    return { ...before, waitlist: null, updatedAt: now.toISOString() };
  }

  private async write(before: readonly EventGuestView[], number: number, since: Date): Promise<EventGuestView[]> {
    if (before.length === 0) return [];
    const wereAs = new Map(before.map((guest) => [guest.id, guest]));
    const ids = [...wereAs.keys()];
    const [, after] = await Promise.all([this.list.put(ids, number, since, this.clock.now()), this.guests.ofIds(ids)]);
    for (const guest of after) this.recorder.waitlisted(wereAs.get(guest.id)!, guest);
    return after;
  }
}

/** Whether free places go to those who wait for them without anybody's doing. */
function isFilling({ waitlist, status }: EventView): boolean {
  return waitlist === 'automatic' && status !== 'cancelled' && status !== 'completed';
}

function numbersOf(groups: readonly { number: number }[]): number[] {
  return groups.map(({ number }) => number);
}

function peopleOf(groups: readonly { people: number }[]): number {
  return groups.reduce((sum, { people }) => sum + people, 0);
}
