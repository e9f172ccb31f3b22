import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { lockForCopying } from '../../../platform/personal/erasure-lock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { Place } from '../notifications';
import { changeSendingTime, isStillSo, type ChangeTrigger } from './changes';
import { DueRulesRepository, isOfEvent, type ChangeRow, type RuleEvent, type RuleRow } from './due-rules.repository';
import { plus } from './moments';
import { RuleGuestsRepository, type Audience } from './rule-guests.repository';
import { RuleMessages } from './rule-messages';
import { timedEventOf, windowOf } from './rule-rows';

const SUSPENDED_MS = 5 * 60_000;

/** What rules do whose trigger is a change, once no further change is awaited. */
@Injectable()
export class ChangeRounds {
  constructor(
    private readonly due: DueRulesRepository,
    private readonly guests: RuleGuestsRepository,
    private readonly messages: RuleMessages,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Sends what changes of an event of the organization in scope are to a rule, or finds that they are nothing any more. */
  run(ruleId: string, eventId: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.due.planByIndex();
      await lockForCopying(this.unitOfWork.current);
      const now = this.clock.now();
      const changes = await this.due.lockChanges(ruleId, eventId, now);
      if (changes.length === 0) return;
      const rule = await this.due.rule(ruleId);
      const event = await this.due.event(ruleId, eventId);
      if (rule === null || event === null || !rule.active) return this.due.dropChanges(changes);
      const at = await this.sendingTimeOf(rule, event, now);
      if (at > now) return this.due.postponeChanges(changes, at);
      await this.send(rule, event, changes);
      return this.due.dropChanges(changes);
    });
  }

  private async sendingTimeOf(rule: RuleRow, event: RuleEvent, now: Date): Promise<Date> {
    if (!(await this.due.isOrganizationActive())) return plus(now, SUSPENDED_MS);
    const { startsAt, timezone } = timedEventOf(event);
    return changeSendingTime(now, windowOf(rule), startsAt, timezone);
  }

  private async send(rule: RuleRow, event: RuleEvent, changes: readonly ChangeRow[]): Promise<void> {
    const left = changes.filter(({ was }) => isStillSo(rule.trigger as ChangeTrigger, was, event));
    const audience = this.messages.audienceOf(rule, event);
    const claimed = this.claim(rule, audience, left);
    const { startsAt } = timedEventOf(event);
    const until = startsAt !== null && startsAt > this.clock.now() ? startsAt : null;
    await this.messages.send(rule, event, audience, claimed, until);
  }

  private async *claim(
    rule: RuleRow,
    audience: Audience,
    changes: readonly ChangeRow[],
  ): AsyncGenerator<Place[], void, void> {
    const [ofEvent] = changes.filter(isOfEvent);
    // Whoever was added after the change knows nothing else.
    if (ofEvent !== undefined) yield* this.guests.claim(audience, { until: new Date(ofEvent.lastAt) }, ofEvent.id);
    const byGuest = new Map(changes.filter((change) => !isOfEvent(change)).map((change) => [change.guestId, change]));
    if (byGuest.size === 0) return;
    const places = await this.guests.placesOf(audience.eventId, audience.rsvp, [...byGuest.keys()]);
    const changed = places.filter(
      ({ guestId, vehicleAssignmentId }) =>
        rule.trigger !== 'seat_changed' || byGuest.get(guestId)!.was.vehicleAssignmentId !== vehicleAssignmentId,
    );
    const claimed = await this.guests.claimThose(
      audience,
      changed.map((place) => ({ ...place, changeId: byGuest.get(place.guestId)!.id })),
    );
    if (claimed.length > 0) yield claimed;
  }
}
