import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { isId } from '../../../kernel/ids';
import { found } from '../../../kernel/problems';
import { changeSendingTime } from './changes';
import { DueRulesRepository, isOfEvent, type RuleEvent, type RuleRow } from './due-rules.repository';
import type { UpcomingMessage, UpcomingMessages } from './message-rules.dto';
import { decisionAt, latest, plus, sendingTime, type TimedRule } from './moments';
import { RuleGuestsRepository } from './rule-guests.repository';
import { rsvpOf, timedEventOf, timedRuleOf, windowOf } from './rule-rows';
import { earliestTime, overUntil } from './timed-rounds';

const MAX_UPCOMING = 100;
const MINUTE_MS = 60_000;

/** A message that is to come, before it is sorted. */
interface Coming {
  readonly event: Pick<RuleEvent, 'id' | 'name'>;
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
    const coming = await this.comingOf(rule, this.clock.now());
    return {
      data: coming
        .sort((one, other) => one.at.getTime() - other.at.getTime())
        .slice(0, MAX_UPCOMING)
        .map(shown),
    };
  }

  private async comingOf(rule: RuleRow, now: Date): Promise<Coming[]> {
    const timed = timedRuleOf(rule);
    if (timed === null) return this.ofChanges(rule, now);
    const events = await this.due.events(rule, timed.trigger, earliestTime(timed, now));
    return timed.trigger === 'no_answer'
      ? this.ofMissingAnswers(rule, timed, events, now)
      : this.ofMoments(rule, timed, events, now);
  }

  private async ofMoments(rule: RuleRow, timed: TimedRule, events: RuleEvent[], now: Date): Promise<Coming[]> {
    const next = events
      .map((event) => ({ event, decision: decisionAt(timed, timedEventOf(event), overUntil(rule, event), now) }))
      .flatMap(({ event, decision }) =>
        decision.kind === 'over' ? [] : [{ event, at: latest(decision.at, now), decision }],
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
  private async ofMissingAnswers(rule: RuleRow, timed: TimedRule, events: RuleEvent[], now: Date): Promise<Coming[]> {
    const byId = new Map(events.map((event) => [event.id, event]));
    const coming = new Map<string, Coming>();
    for (const { eventId, createdAt, count } of await this.guests.invitations(rule, [...byId.keys()], rsvpOf(rule))) {
      const event = byId.get(eventId)!;
      const times = timedEventOf(event);
      const moment = plus(new Date(createdAt), timed.offsetMinutes * MINUTE_MS);
      const sent = sendingTime(moment, timed.window, times);
      if (sent <= overUntil(rule, event) || (times.startsAt !== null && moment > times.startsAt)) continue;
      const at = latest(sent, now);
      const key = `${eventId} ${Math.floor(at.getTime() / MINUTE_MS)}`;
      const others = coming.get(key);
      coming.set(key, { event, at: others?.at ?? at, recipients: count + (others?.recipients ?? 0) });
    }
    return [...coming.values()];
  }

  private async ofChanges(rule: RuleRow, now: Date): Promise<Coming[]> {
    const coming = new Map<string, Coming>();
    for (const change of await this.due.pendingChanges(rule.id)) {
      const event = await this.due.event(rule.id, change.eventId);
      if (event === null) continue;
      const { startsAt, timezone } = timedEventOf(event);
      const at = changeSendingTime(latest(new Date(change.dueAt), now), windowOf(rule), startsAt, timezone);
      const counts = isOfEvent(change) ? await this.guests.count(rule, [event.id], rsvpOf(rule)) : null;
      const key = `${event.id} ${Math.floor(at.getTime() / MINUTE_MS)}`;
      const others = coming.get(key);
      const recipients = (counts === null ? 1 : (counts.get(event.id) ?? 0)) + (others?.recipients ?? 0);
      coming.set(key, { event, at: others?.at ?? at, recipients });
    }
    return [...coming.values()];
  }
}

function shown({ event, at, recipients }: Coming): UpcomingMessage {
  return { eventId: event.id, eventName: event.name, at: at.toISOString(), recipients };
}
