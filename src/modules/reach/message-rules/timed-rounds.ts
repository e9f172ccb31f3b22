import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { lockForCopying } from '../../../platform/personal/erasure-lock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { DueRulesRepository, type RuleEvent, type RuleRow } from './due-rules.repository';
import {
  decisionAt,
  earliest,
  FOREVER,
  invitedWithin,
  latest,
  plus,
  sendingTime,
  type InvitedBetween,
  type TimedRule,
} from './moments';
import { RuleGuestsRepository } from './rule-guests.repository';
import { RuleMessages } from './rule-messages';
import { timedEventOf, timedRuleOf } from './rule-rows';
import { openingFrom } from './windows';

const MINUTE_MS = 60_000;
/** Nothing is sent for a suspended organization: it is asked again whether it still is. */
const SUSPENDED_MS = 5 * MINUTE_MS;
/** Events whose time has passed by less may still have something due. */
const SLACK_MS = 2 * MINUTE_MS;
/** A window may make a moment wait for so long, and the service may have been down for a day. */
const WAITED_MS = 3 * DAY_MS;
const LONG_AGO = new Date(0);

/**
 * What rules with a moment do: whoever is due now and has not had the message gets it. It is worked out from events,
 * guests and answers as they are, and nothing is made in advance.
 */
@Injectable()
export class TimedRounds {
  constructor(
    private readonly due: DueRulesRepository,
    private readonly guests: RuleGuestsRepository,
    private readonly messages: RuleMessages,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Does what a rule of the organization in scope has to do now, and says when it is to be looked at again. */
  async run(ruleId: string): Promise<void> {
    const now = this.clock.now();
    const row = await this.due.rule(ruleId);
    const rule = row && timedRuleOf(row);
    if (row === null || rule === null || !row.active) return;
    if (!(await this.due.isOrganizationActive())) return this.due.lookAgain(row, plus(now, SUSPENDED_MS));
    const nexts: Date[] = [];
    for (const event of await this.due.events(row, rule.trigger, earliestTime(rule, now))) {
      const next = await this.atEvent(row, rule, event, now);
      // Another replica does it, and says when it is to be looked at again.
      if (next === null) return;
      nexts.push(next);
    }
    // Whoever is put on an event from now on is not due before this.
    if (rule.trigger === 'no_answer') nexts.push(plus(now, Math.max(rule.offsetMinutes, 1) * MINUTE_MS));
    await this.due.lookAgain(row, earliest(...nexts));
  }

  /** Puts a rule off that could not be served, so that it keeps no other from being looked at. */
  async putOff(ruleId: string): Promise<void> {
    const row = await this.due.rule(ruleId);
    if (row !== null) await this.due.lookAgain(row, plus(this.clock.now(), MINUTE_MS));
  }

  /** @returns when there is something to do next; null where another replica is at it */
  private async atEvent(row: RuleRow, rule: TimedRule, event: RuleEvent, now: Date): Promise<Date | null> {
    if (rule.trigger === 'no_answer') return this.askForAnswers(row, rule, event, now);
    const decision = decisionAt(rule, timedEventOf(event), overUntil(row, event), now);
    if (decision.kind === 'over') return FOREVER;
    if (decision.kind === 'wait') return decision.at;
    const { at } = decision;
    const isSkipping = rule.late === 'skip';
    // Whoever was added after the moment gets none, unless the rule says so.
    const within = { until: isSkipping ? at : now };
    return (await this.serve(row, event, within, isSkipping ? at : null)) ? FOREVER : null;
  }

  private async askForAnswers(row: RuleRow, rule: TimedRule, event: RuleEvent, now: Date): Promise<Date | null> {
    const timed = timedEventOf(event);
    const { startsAt, timezone } = timed;
    const within = invitedWithin(rule, timed, overUntil(row, event), now);
    if (within === null) {
      if (startsAt !== null && now >= startsAt) return FOREVER;
      return sendingTime(openingFrom(now, rule.window!, timezone), rule.window, timed);
    }
    if (!(await this.serve(row, event, within, null))) return null;
    const invited = await this.guests.nextInvitation(event.id, within.until);
    return invited === null ? FOREVER : sendingTime(plus(invited, rule.offsetMinutes * MINUTE_MS), rule.window, timed);
  }

  /** @returns false where another replica is at it */
  private serve(
    row: RuleRow,
    { id }: RuleEvent,
    within: Partial<InvitedBetween> & Pick<InvitedBetween, 'until'>,
    servedUntil: Date | null,
  ): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      if (!(await this.due.tryLock(row.id, id))) return false;
      await this.due.planByIndex();
      await lockForCopying(this.unitOfWork.current);
      const event = await this.due.event(row.id, id);
      const isServed = servedUntil !== null && event?.overUntil != null && new Date(event.overUntil) >= servedUntil;
      if (event === null || isServed) return true;
      const audience = this.messages.audienceOf(row, event);
      const claimed = this.guests.claim(audience, within, null);
      const until = row.trigger === 'after_end' || event.startsAt === null ? null : new Date(event.startsAt);
      await this.messages.send(row, event, audience, claimed, until);
      if (servedUntil !== null) await this.due.served(row.id, id, servedUntil);
      return true;
    });
  }
}

/** Up to when moments of a rule at an event are over. */
export function overUntil({ openSince }: Pick<RuleRow, 'openSince'>, event: Pick<RuleEvent, 'overUntil'>): Date {
  return latest(new Date(openSince), event.overUntil === null ? LONG_AGO : new Date(event.overUntil));
}

/** The earliest start, or end, of an event of which something may be due. */
export function earliestTime({ trigger, offsetMinutes, late }: TimedRule, now: Date): Date {
  if (trigger !== 'after_end') return plus(now, -SLACK_MS);
  return late === 'send' ? LONG_AGO : plus(now, -offsetMinutes * MINUTE_MS - WAITED_MS);
}

/** The latest start, or end, of an event of which something may be due before a time. */
export function latestTime({ trigger, offsetMinutes }: TimedRule, end: Date): Date {
  if (end === FOREVER || trigger === 'no_answer') return FOREVER;
  return plus(end, (trigger === 'before_start' ? 1 : -1) * offsetMinutes * MINUTE_MS);
}

/** When somebody was put on an event at the earliest who may still be asked for an answer. */
export function earliestInvitation({ offsetMinutes, late }: TimedRule, now: Date): Date {
  return late === 'send' ? LONG_AGO : plus(now, -offsetMinutes * MINUTE_MS - WAITED_MS);
}

/** When somebody was put on an event at the latest who may be asked for an answer before a time. */
export function latestInvitation({ offsetMinutes }: TimedRule, end: Date): Date {
  return end === FOREVER ? FOREVER : plus(end, -offsetMinutes * MINUTE_MS);
}
