import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { NIL_ID } from '../../../kernel/ids';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { named } from '../../../platform/database/named';
import type { RecordedChange } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { Transaction } from '../../../platform/transaction/transaction';
import { type EventGuestView } from '../../planning/event-guests';
import { type EventView } from '../../planning/events';
import { MERGED_FOR_MS, triggersOf, type Before, type ChangeTrigger } from './changes';
import { plus } from './moments';
import { columnList, columnsOf } from '../../../platform/database/table';
import { MessageRule } from './message-rule.entity';
import { MessageRuleChange } from './message-rule-change.entity';
import { Event } from '../../planning/events/event.entity';
import { MessageRuleMoment } from './message-rule-moment.entity';

const MESSAGE_RULE = columnsOf(MessageRule, 'm');
const EVENT = columnsOf(Event, 'e');
const MESSAGE_RULE_MOMENT = columnsOf(MessageRuleMoment, 'o');
const BARE_MESSAGE_RULE = columnsOf(MessageRule);
const MESSAGE_RULE_CHANGE = columnsOf(MessageRuleChange);
const EXCLUDED_MESSAGE_RULE_CHANGE = columnsOf(MessageRuleChange, 'excluded');
const BARE_MESSAGE_RULE_MOMENT = columnsOf(MessageRuleMoment);
const EXCLUDED_MESSAGE_RULE_MOMENT = columnsOf(MessageRuleMoment, 'excluded');

/** Something that rules speak of. */
interface RuleChange {
  readonly organizationId: string;
  readonly trigger: ChangeTrigger;
  readonly eventId: string;
  readonly guestId: string;
  readonly was: Before;
}

/** An event whose moments have changed. */
interface MovedEvent {
  readonly organizationId: string;
  readonly eventId: string;
  readonly tourId: string | null;
  readonly before: Pick<EventView, 'startsAt' | 'endsAt'> | null;
  readonly after: Pick<EventView, 'startsAt' | 'endsAt'>;
}

/** The rules of an event or of its tour. */
const OF_THESE = `${MESSAGE_RULE.organizationId} = given.organization_id AND (${MESSAGE_RULE.eventId} = given.event_id
      OR ${MESSAGE_RULE.tourId} = given.tour_id)`;

const RECORD = named(`
  INSERT INTO message_rule_changes AS c
    (${columnList(MessageRuleChange, 'organizationId', 'id', 'ruleId', 'eventId', 'guestId', 'was', 'firstAt')},
      ${columnList(MessageRuleChange, 'lastAt', 'dueAt')})
  SELECT DISTINCT ON (${MESSAGE_RULE.organizationId}, ${MESSAGE_RULE.id}, given.event_id, given.guest_id)
    ${MESSAGE_RULE.organizationId}, gen_random_uuid(), ${MESSAGE_RULE.id}, given.event_id, given.guest_id, given.was,
    $6::timestamptz, $6::timestamptz, $7::timestamptz
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::jsonb[]) WITH ORDINALITY
    AS given (organization_id, "trigger", event_id, guest_id, was, position)
  JOIN events e ON ${EVENT.organizationId} = given.organization_id AND ${EVENT.id} = given.event_id
  JOIN message_rules m ON ${MESSAGE_RULE.organizationId} = ${EVENT.organizationId}
    AND (${MESSAGE_RULE.eventId} = ${EVENT.id} OR ${MESSAGE_RULE.tourId} = ${EVENT.tourId})
    AND ${MESSAGE_RULE.active} AND ${MESSAGE_RULE.trigger} = given."trigger"
  ORDER BY ${MESSAGE_RULE.organizationId}, ${MESSAGE_RULE.id}, given.event_id, given.guest_id, given.position
  ON CONFLICT (${columnList(MessageRuleChange, 'organizationId', 'ruleId', 'eventId', 'guestId')}) DO UPDATE
  SET ${MESSAGE_RULE_CHANGE.lastAt} = ${EXCLUDED_MESSAGE_RULE_CHANGE.lastAt}`);

// Rules that skip what is past begin again with the event's new times; others skip only what this change makes past.
const SKIP = named(`
  INSERT INTO message_rule_moments AS o
    (${columnList(MessageRuleMoment, 'organizationId', 'ruleId', 'eventId', 'overUntil')})
  SELECT DISTINCT ${MESSAGE_RULE.organizationId}, ${MESSAGE_RULE.id}, given.event_id, $8::timestamptz
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[],
    $7::timestamptz[])
    AS given (organization_id, event_id, tour_id, start_before, end_before, start_after, end_after)
  JOIN message_rules m ON ${OF_THESE} AND ${MESSAGE_RULE.offsetMinutes} IS NOT NULL
  WHERE ${MESSAGE_RULE.late} = 'skip'
    OR (${MESSAGE_RULE.trigger} = 'before_start'
      AND given.start_before - make_interval(mins => ${MESSAGE_RULE.offsetMinutes}) > $8
      AND given.start_after - make_interval(mins => ${MESSAGE_RULE.offsetMinutes}) <= $8)
    OR (${MESSAGE_RULE.trigger} = 'after_end'
      AND given.end_before + make_interval(mins => ${MESSAGE_RULE.offsetMinutes}) > $8
      AND given.end_after + make_interval(mins => ${MESSAGE_RULE.offsetMinutes}) <= $8)
  ON CONFLICT (${columnList(MessageRuleMoment, 'organizationId', 'ruleId', 'eventId')}) DO UPDATE
  SET ${BARE_MESSAGE_RULE_MOMENT.overUntil} = greatest(${MESSAGE_RULE_MOMENT.overUntil},
    ${EXCLUDED_MESSAGE_RULE_MOMENT.overUntil})`);

const wake = (condition: string) =>
  named(`
    UPDATE message_rules m
    SET ${BARE_MESSAGE_RULE.lookAt} = least(${MESSAGE_RULE.lookAt}, $4),
      ${BARE_MESSAGE_RULE.looks} = ${MESSAGE_RULE.looks} + 1
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS given (organization_id, event_id, tour_id)
    WHERE ${OF_THESE} AND ${MESSAGE_RULE.offsetMinutes} IS NOT NULL AND ${condition}`);
const WAKE = wake('true');
const WAKE_LATE = named(`
  UPDATE message_rules m SET ${BARE_MESSAGE_RULE.lookAt} = $3, ${BARE_MESSAGE_RULE.looks} = ${MESSAGE_RULE.looks} + 1
  FROM events e
  WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} = ANY ($2::uuid[])
    AND ${MESSAGE_RULE.organizationId} = ${EVENT.organizationId}
    AND (${MESSAGE_RULE.eventId} = ${EVENT.id} OR ${MESSAGE_RULE.tourId} = ${EVENT.tourId})
    AND ${MESSAGE_RULE.late} = 'send' AND ${MESSAGE_RULE.offsetMinutes} IS NOT NULL AND ${MESSAGE_RULE.lookAt} > $3`);

/**
 * Hears of changes that concern rules, in the transaction of the change: what happened stands there with it, or not at
 * all. Rules with a moment are only looked at again; what they do follows from the records.
 */
@Injectable()
export class RuleTriggers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Hears of every recorded change, in its transaction. */
  hear({ kind, type, before, after, organizationId: named }: RecordedChange): void {
    if (kind !== 'event' && kind !== 'event_guest') return;
    const organizationId = named ?? currentOrganizationId();
    if (kind === 'event' && after !== null)
      this.eventChanged(organizationId, before as EventView | null, after as EventView);
    if (kind === 'event_guest' && after !== null)
      this.guestChanged(organizationId, type, before as EventGuestView | null, after as EventGuestView);
  }

  private eventChanged(organizationId: string, before: EventView | null, after: EventView): void {
    const { id: eventId, tourId } = after;
    if (before !== null)
      for (const trigger of triggersOf(before, after)) {
        const { startsAt, endsAt } = before;
        const change: RuleChange = { organizationId, trigger, eventId, guestId: NIL_ID, was: { startsAt, endsAt } };
        this.unitOfWork.current.defer(this.recordChanges, change);
      }
    const isSame = before !== null && MOMENTS_OF.every((field) => before[field] === after[field]);
    if (!isSame) this.unitOfWork.current.defer(this.moveEvents, { organizationId, eventId, tourId, before, after });
  }

  private guestChanged(
    organizationId: string,
    type: string,
    before: EventGuestView | null,
    { eventId, guestId }: EventGuestView,
  ): void {
    const trigger = GUEST_TRIGGERS[type];
    if (trigger !== undefined) {
      const was = { vehicleAssignmentId: before?.vehicleAssignmentId ?? null };
      const change: RuleChange = { organizationId, trigger, eventId, guestId, was };
      this.unitOfWork.current.defer(this.recordChanges, change);
    }
    if (MAKES_DUE.has(type)) this.unitOfWork.current.defer(this.wakeLate, { organizationId, eventId });
  }

  private readonly recordChanges = async (changes: readonly RuleChange[], { client }: Transaction): Promise<void> => {
    const now = this.clock.now();
    await client.query({
      ...RECORD,
      values: [
        changes.map(({ organizationId }) => organizationId),
        changes.map(({ trigger }) => trigger),
        changes.map(({ eventId }) => eventId),
        changes.map(({ guestId }) => guestId),
        changes.map(({ was }) => JSON.stringify(was)),
        now,
        plus(now, MERGED_FOR_MS),
      ],
    });
  };

  private readonly moveEvents = async (events: readonly MovedEvent[], { client }: Transaction): Promise<void> => {
    const now = this.clock.now();
    const keys = [
      events.map(({ organizationId }) => organizationId),
      events.map(({ eventId }) => eventId),
      events.map(({ tourId }) => tourId),
    ];
    const times = [
      events.map(({ before }) => before?.startsAt ?? null),
      events.map(({ before }) => before?.endsAt ?? null),
      events.map(({ after }) => after.startsAt),
      events.map(({ after }) => after.endsAt),
    ];
    await Promise.all([
      client.query({ ...SKIP, values: [...keys, ...times, now] }),
      client.query({ ...WAKE, values: [...keys, now] }),
    ]);
  };

  private readonly wakeLate = async (
    guests: readonly { organizationId: string; eventId: string }[],
    { client }: Transaction,
  ): Promise<void> => {
    const { organizationId } = guests[0]!;
    const eventIds = [...new Set(guests.map(({ eventId }) => eventId))];
    await client.query({ ...WAKE_LATE, values: [organizationId, eventIds, this.clock.now()] });
  };
}

const MOMENTS_OF = ['startsAt', 'endsAt', 'status', 'tourId', 'timezone'] as const;
/** What happens to a guest that rules speak of, by the type of the change. */
const GUEST_TRIGGERS: Readonly<Record<string, ChangeTrigger>> = {
  'guest.vehicle_changed': 'seat_changed',
  'guest.promoted': 'promoted',
};
/** By which somebody may be due for a message whose moment is past. */
const MAKES_DUE = new Set(['event_guest.added', 'guest.rsvp', 'guest.promoted']);
