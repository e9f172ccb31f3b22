import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { isId } from '../../../kernel/ids';
import type { Page } from '../../../kernel/page';
import { found } from '../../../kernel/problems';
import type { EventView } from '../../planning/events';
import type { ComingMessage } from '../notifications';
import { changeSendingTime, isStillSo, type ChangeTrigger } from './changes';
import { DueRulesRepository, SPOKEN_OF, type RuleEvent, type RuleRow } from './due-rules.repository';
import type {
  ListedMessageRule,
  MessageRulesQuery,
  MessageRuleView,
  UpcomingMessage,
  UpcomingMessages,
} from './message-rules.dto';
import { decisionAt, earliest, FOREVER, latest, plus, sendingTime, type TimedRule } from './moments';
import { RuleGuestsRepository, type PendingGuests } from './rule-guests.repository';
import { rsvpOf, timedEventOf, timedRuleOf, windowOf } from './rule-rows';
import { earliestInvitation, earliestTime, latestInvitation, latestTime, overUntil } from './timed-rounds';

const MAX_UPCOMING = 100;
const MINUTE_MS = 60_000;

/** A message that is to come, before it is sorted. */
interface Coming {
  readonly event: Pick<RuleEvent, 'id' | 'name' | 'timezone'>;
  readonly at: Date;
  readonly recipients: number;
}

/** A message about an event that is to come, and whose it is. */
export interface ComingByRule {
  readonly rule: Pick<RuleRow, 'id' | 'name' | 'trigger'>;
  readonly at: Date;
  readonly recipients: number;
}

/** What rules of the organization in scope send next, as things stand. */
@Injectable()
export class UpcomingService {
  constructor(
    private readonly due: DueRulesRepository,
    private readonly guests: RuleGuestsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the organization in scope has no such rule */
  async of(id: string): Promise<UpcomingMessages> {
    const rule = found(isId(id) ? await this.due.rule(id) : null);
    if (!rule.active) return { data: [] };
    const coming = await this.comingOf(rule, this.clock.now(), FOREVER);
    return { data: bySoonest(coming).slice(0, MAX_UPCOMING).map(shown) };
  }

  /** Rules with what each sends next, where that is asked for. */
  async withIncluded(
    page: Page<MessageRuleView>,
    { include }: Pick<MessageRulesQuery, 'include'>,
  ): Promise<Page<ListedMessageRule>> {
    if (!include?.includes('next')) return page;
    const now = this.clock.now();
    const rules = await this.due.activeOf(page.data.map(({ id }) => id));
    const coming = await Promise.all(
      rules.map(async (rule) => [rule.id, bySoonest(await this.comingOf(rule, now, FOREVER))[0]] as const),
    );
    const next = new Map(coming);
    return { ...page, data: page.data.map((rule) => ({ ...rule, next: shownOrNull(next.get(rule.id)) })) };
  }

  /** What the rules of an event and of its tour send next about it. Inside a unit of work that is as the unit leaves it. */
  async atEvent(event: Pick<EventView, 'id' | 'tourId'>): Promise<ComingByRule[]> {
    const now = this.clock.now();
    const rules = await this.due.rulesAt(event);
    const coming = rules.map(async (rule) =>
      (await this.comingAt(rule, event.id, now)).map(({ at, recipients }) => ({ rule, at, recipients })),
    );
    return (await Promise.all(coming)).flat();
  }

  /** What all rules send before a time, a message for each rule and event with the time of the first. */
  async until(end: Date): Promise<ComingMessage[]> {
    const now = this.clock.now();
    const rules = await this.due.rulesUntil(end);
    const coming = rules.map(async (rule) => byEvent(rule, await this.comingOf(rule, now, end)));
    return (await Promise.all(coming)).flat();
  }

  private async comingOf(rule: RuleRow, now: Date, end: Date): Promise<Coming[]> {
    const timed = timedRuleOf(rule);
    const coming = timed === null ? this.ofChanges(rule, now, null) : this.ofTimedRule(rule, timed, now, end);
    return (await coming).filter(({ at }) => at < end);
  }

  private async ofTimedRule(rule: RuleRow, timed: TimedRule, now: Date, end: Date): Promise<Coming[]> {
    const events = await this.due.events(rule, timed.trigger, earliestTime(timed, now), latestTime(timed, end));
    return this.ofTimes(rule, timed, events, now, end);
  }

  private async comingAt(rule: RuleRow, eventId: string, now: Date): Promise<Coming[]> {
    const timed = timedRuleOf(rule);
    if (timed === null) return this.ofChanges(rule, now, eventId);
    const event = await this.due.event(rule.id, eventId);
    return event === null || !SPOKEN_OF.has(event.status) ? [] : this.ofTimes(rule, timed, [event], now, FOREVER);
  }

  private ofTimes(rule: RuleRow, timed: TimedRule, events: RuleEvent[], now: Date, end: Date): Promise<Coming[]> {
    return timed.trigger === 'no_answer'
      ? this.ofMissingAnswers(rule, timed, events, now, end)
      : this.ofMoments(rule, timed, events, now, end);
  }

  private async ofMoments(
    rule: RuleRow,
    timed: TimedRule,
    events: RuleEvent[],
    now: Date,
    end: Date,
  ): Promise<Coming[]> {
    const next = events
      .map((event) => ({ event, decision: decisionAt(timed, timedEventOf(event), overUntil(rule, event), now) }))
      .flatMap(({ event, decision }) =>
        decision.kind === 'over' || decision.at >= end ? [] : [{ event, at: latest(decision.at, now), decision }],
      )
      .sort((one, other) => one.at.getTime() - other.at.getTime())
      .slice(0, MAX_UPCOMING);
    const counts = await this.guests.count(
      rule,
      next.map(({ event }) => event.id),
      rsvpOf(rule),
    );
    return next
      .map(({ event, at, decision }) => ({ event, at, recipients: counts.get(event.id) ?? 0, kind: decision.kind }))
      .filter(({ recipients, kind }) => kind === 'wait' || recipients > 0);
  }

  /** Each guest has a moment of their own; those who get it in the same minute are one message. */
  private async ofMissingAnswers(
    rule: RuleRow,
    timed: TimedRule,
    events: RuleEvent[],
    now: Date,
    end: Date,
  ): Promise<Coming[]> {
    const byId = new Map(events.map((event) => [event.id, event]));
    const coming: Coming[] = [];
    for (const { eventId, createdAt, count: recipients } of await this.guests.invitations(
      rule,
      [...byId.keys()],
      rsvpOf(rule),
      [earliestInvitation(timed, now), latestInvitation(timed, end)],
    )) {
      const event = byId.get(eventId)!;
      const times = timedEventOf(event);
      const moment = plus(new Date(createdAt), timed.offsetMinutes * MINUTE_MS);
      const sent = sendingTime(moment, timed.window, times);
      if (sent <= overUntil(rule, event) || (times.startsAt !== null && moment > times.startsAt)) continue;
      coming.push({ event, at: latest(sent, now), recipients });
    }
    return byMinute(coming);
  }

  /** @param eventId null for all events */
  private async ofChanges(rule: RuleRow, now: Date, eventId: string | null): Promise<Coming[]> {
    const isAboutEvents = rule.trigger === 'moved' || rule.trigger === 'cancelled';
    const coming = isAboutEvents
      ? await this.ofEventChanges(rule, now, eventId)
      : await this.ofGuestChanges(rule, now, eventId);
    return coming.filter(({ recipients }) => recipients > 0);
  }

  private async ofEventChanges(rule: RuleRow, now: Date, eventId: string | null): Promise<Coming[]> {
    const changes = await this.due.pendingChanges(rule.id, eventId);
    const coming = changes.map(async ({ was, lastAt, ...change }): Promise<Coming[]> => {
      const event = await this.due.event(rule.id, change.eventId);
      if (event === null || !isStillSo(rule.trigger as ChangeTrigger, was, event)) return [];
      const counts = await this.guests.count(rule, [event.id], rsvpOf(rule), lastAt);
      return [{ event, at: changeTimeOf(rule, event, change, now), recipients: counts.get(event.id) ?? 0 }];
    });
    return (await Promise.all(coming)).flat();
  }

  /** Each guest has a time of their own; those who get it in the same minute are one message. */
  private async ofGuestChanges(rule: RuleRow, now: Date, eventId: string | null): Promise<Coming[]> {
    const pending = await this.guests.countChanged(rule, eventId, rsvpOf(rule));
    const events = await this.eventsOf(rule, pending);
    const coming: Coming[] = [];
    for (const { count: recipients, ...change } of pending) {
      const event = events.get(change.eventId);
      if (event === undefined || !isStillSo(rule.trigger as ChangeTrigger, {}, event)) continue;
      coming.push({ event, at: changeTimeOf(rule, event, change, now), recipients });
    }
    return byMinute(coming);
  }

  private async eventsOf({ id }: RuleRow, pending: readonly PendingGuests[]): Promise<ReadonlyMap<string, RuleEvent>> {
    const ids = [...new Set(pending.map(({ eventId }) => eventId))];
    const events = await Promise.all(ids.map((eventId) => this.due.event(id, eventId)));
    return new Map(events.flatMap((event) => (event === null ? [] : [[event.id, event]])));
  }
}

/** The messages of a rule at the same event as one. */
function byEvent({ id: ruleId, name, channel }: RuleRow, coming: readonly Coming[]): ComingMessage[] {
  return merged(coming, ({ event }) => event.id).map(({ at, event, recipients }) => ({
    ...{ at, name, channel, notificationId: null, ruleId, event },
    countRecipients: () => Promise.resolve(recipients),
  }));
}

/** Messages of the same minute at the same event as one. */
function byMinute(coming: readonly Coming[]): Coming[] {
  return merged(coming, ({ event, at }) => `${event.id} ${Math.floor(at.getTime() / MINUTE_MS)}`);
}

/** Messages of the same key as one, at the time of the first. */
function merged(coming: readonly Coming[], keyOf: (message: Coming) => string): Coming[] {
  const byKey = new Map<string, Coming>();
  for (const message of coming) {
    const other = byKey.get(keyOf(message));
    const [at, recipients] = [
      earliest(message.at, other?.at ?? FOREVER),
      message.recipients + (other?.recipients ?? 0),
    ];
    byKey.set(keyOf(message), { event: message.event, at, recipients });
  }
  return [...byKey.values()];
}

function changeTimeOf(rule: RuleRow, event: RuleEvent, { dueAt }: { readonly dueAt: string }, now: Date): Date {
  const { startsAt, timezone } = timedEventOf(event);
  return changeSendingTime(latest(new Date(dueAt), now), windowOf(rule), startsAt, timezone);
}

function bySoonest(coming: readonly Coming[]): Coming[] {
  return [...coming].sort((one, other) => one.at.getTime() - other.at.getTime());
}

function shownOrNull(message: Coming | undefined): UpcomingMessage | null {
  return message === undefined ? null : shown(message);
}

function shown({ event, at, recipients }: Coming): UpcomingMessage {
  return { eventId: event.id, eventName: event.name, at: at.toISOString(), recipients };
}
