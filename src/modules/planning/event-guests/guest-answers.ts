import { Injectable } from '@nestjs/common';
import type { EventView } from '../events';
import { EventGuestRecorder } from './event-guest.recorder';
import { seatsOf, type EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';
import { comingWith, CountsOfNewcomers, type PlaceCounts } from './place-counts';
import { RsvpRules, type Answer } from './rsvp-rules';
import { SeatingService } from './seating.service';
import { outcomeOf } from './waiting-rules';
import { WaitingList } from './waiting-list.service';

/** What a guest answers. */
export interface GivenAnswer {
  /** The guest, who is locked. */
  readonly before: EventGuestView;
  readonly answer: Answer;
  /** The field of the request that it stands in, such as `members.2`, if it is a part of that. */
  readonly parent?: string;
}

/** Takes the answers that guests give by their own link. */
@Injectable()
export class GuestAnswers {
  constructor(
    private readonly rules: RsvpRules,
    private readonly waiting: WaitingList,
    private readonly guests: EventGuestsRepository,
    private readonly seating: SeatingService,
    private readonly recorder: EventGuestRecorder,
  ) {}

  /**
   * Takes the answers of one request: of a guest, or of several of a party, who then get their places together or wait for
   * them together. What some of them give back goes to those who wait already, before the others ask.
   *
   * @param event must be locked
   * @param given each guest once
   * @returns the guests as they are now, in the order of `given`
   * @throws Conflict `over_capacity`; `event_full` where the event has no waiting list, or for somebody who has a place
   *   and asks for more than fits. Then none of the answers may be committed
   */
  async give(event: EventView, given: readonly GivenAnswer[]): Promise<EventGuestView[]> {
    const isOff = event.waitlist === 'off';
    const asking = given.filter((each) => !isOff && asks(each));
    const others = given.filter((each) => !asking.includes(each)).sort((a, b) => moreComing(a) - moreComing(b));
    const now = new Map<string, EventGuestView>();
    const keep = (views: Iterable<EventGuestView>) => {
      for (const view of views) now.set(view.id, view);
    };
    for (const each of others) keep([await this.take(event, each)]);
    if (asking.some(isWaiting) || asking.length === 0) {
      if (asking.length > 0) keep(await this.askAgain(event, asking));
      keep((await this.waiting.settle(event)).values());
    } else keep(await this.askAsNewcomers(event, asking));
    return given.map(({ before }) => now.get(before.id) ?? before);
  }

  private async take(event: EventView, { before, answer }: GivenAnswer, counts?: PlaceCounts): Promise<EventGuestView> {
    const after = await this.rules.apply(event, before, answer, counts);
    if (after !== before) this.recorder.answered(before, after);
    return after;
  }

  /**
   * For guests some of whom wait.
   *
   * @returns those whom it has changed, of the guests who ask and of those who wait with them
   */
  private async askAgain(event: EventView, asking: readonly GivenAnswer[]): Promise<EventGuestView[]> {
    const waiting = asking.filter(isWaiting);
    const { guests, numbers } = await this.waiting.companionsOf(event.id, idsOf(waiting));
    const newcomers = asking.filter((each) => !isWaiting(each));
    const more = waiting.reduce((sum, each) => sum + seatsWanted(each) - seatsOf(each.before), 0);
    if (newcomers.length > 0 || more > 0) {
      await this.write(event, asking);
      return this.waiting.put(event.id, [...guests, ...newcomers.map(({ before }) => before)]);
    }
    for (const each of asking) await this.take(event, pending(each));
    if (numbers.length > 1) await this.waiting.merge(event.id, guests, numbers);
    return this.guests.ofIds(idsOf(asking));
  }

  /**
   * For guests none of whom waits. Whoever waits has had the chance to take what was free before, so that nobody fits in
   * what is left afterwards.
   */
  private async askAsNewcomers(event: EventView, asking: readonly GivenAnswer[]): Promise<EventGuestView[]> {
    const state = await this.waiting.settledState(event);
    const people = asking.reduce((sum, each) => sum + seatsWanted(each), 0);
    if (outcomeOf({ ...state, waitlist: event.waitlist, people }) === 'waits') {
      await this.write(event, asking);
      return this.waiting.put(
        event.id,
        asking.map(({ before }) => before),
        state.last,
      );
    }
    const counts = new CountsOfNewcomers(this.seating, (event.capacity ?? 0) - (state.free ?? 0));
    const accepted: EventGuestView[] = [];
    for (const each of asking) {
      const after = await this.take(event, each, counts);
      counts.add(after);
      accepted.push(after);
    }
    return accepted;
  }

  /** Writes what they ask for; that they ask is recorded when they are on the list. */
  private async write(event: EventView, asking: readonly GivenAnswer[]): Promise<void> {
    for (const each of asking) await this.rules.apply(event, each.before, pending(each).answer);
  }
}

function asks({ before, answer }: GivenAnswer): boolean {
  return answer.rsvp === 'accepted' && before.rsvp !== 'accepted';
}

function isWaiting({ before }: GivenAnswer): boolean {
  return before.waitlist !== null;
}

/** As long as they wait they have not answered. */
function pending({ before, answer }: GivenAnswer): GivenAnswer {
  return { before, answer: { ...answer, rsvp: 'pending' } };
}

function seatsWanted({ before, answer }: GivenAnswer): number {
  return seatsOf({ plusOnes: answer.plusOnes ?? before.plusOnes });
}

/** How many places an answer takes; below zero, how many it gives back. */
function moreComing({ before, answer }: GivenAnswer): number {
  const after = { rsvp: answer.rsvp ?? before.rsvp, plusOnes: answer.plusOnes ?? before.plusOnes };
  return comingWith(after) - comingWith(before);
}

function idsOf(given: readonly GivenAnswer[]): string[] {
  return given.map(({ before }) => before.id);
}
