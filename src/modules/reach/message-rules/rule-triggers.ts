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
const OF_THESE =
  'm.organization_id = given.organization_id AND (m.event_id = given.event_id OR m.tour_id = given.tour_id)';

const RECORD = named(`
  INSERT INTO message_rule_changes AS c (organization_id, id, rule_id, event_id, guest_id, was, first_at, last_at, due_at)
  SELECT DISTINCT ON (m.organization_id, m.id, given.event_id, given.guest_id)
    m.organization_id, gen_random_uuid(), m.id, given.event_id, given.guest_id, given.was, $6::timestamptz, $6::timestamptz, $7::timestamptz
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::jsonb[]) WITH ORDINALITY
    AS given (organization_id, "trigger", event_id, guest_id, was, position)
  JOIN events e ON e.organization_id = given.organization_id AND e.id = given.event_id
  JOIN message_rules m ON m.organization_id = e.organization_id AND (m.event_id = e.id OR m.tour_id = e.tour_id)
    AND m.active AND m."trigger" = given."trigger"
  ORDER BY m.organization_id, m.id, given.event_id, given.guest_id, given.position
  ON CONFLICT (organization_id, rule_id, event_id, guest_id) DO UPDATE SET last_at = excluded.last_at`);

// Rules that skip what is past begin again with the event's new times; others skip only what this change makes past.
const SKIP = named(`
  INSERT INTO message_rule_moments AS o (organization_id, rule_id, event_id, over_until)
  SELECT DISTINCT m.organization_id, m.id, given.event_id, $8::timestamptz
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[])
    AS given (organization_id, event_id, tour_id, start_before, end_before, start_after, end_after)
  JOIN message_rules m ON ${OF_THESE} AND m.offset_minutes IS NOT NULL
  WHERE m.late = 'skip'
    OR (m."trigger" = 'before_start' AND given.start_before - make_interval(mins => m.offset_minutes) > $8
      AND given.start_after - make_interval(mins => m.offset_minutes) <= $8)
    OR (m."trigger" = 'after_end' AND given.end_before + make_interval(mins => m.offset_minutes) > $8
      AND given.end_after + make_interval(mins => m.offset_minutes) <= $8)
  ON CONFLICT (organization_id, rule_id, event_id) DO UPDATE SET over_until = greatest(o.over_until, excluded.over_until)`);

const wake = (condition: string) =>
  named(`
    UPDATE message_rules m SET look_at = least(m.look_at, $4), looks = m.looks + 1
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS given (organization_id, event_id, tour_id)
    WHERE ${OF_THESE} AND m.offset_minutes IS NOT NULL AND ${condition}`);
const WAKE = wake('true');
const WAKE_LATE = named(`
  UPDATE message_rules m SET look_at = $3, looks = m.looks + 1
  FROM events e
  WHERE e.organization_id = $1 AND e.id = ANY ($2::uuid[]) AND m.organization_id = e.organization_id
    AND (m.event_id = e.id OR m.tour_id = e.tour_id)
    AND m.late = 'send' AND m.offset_minutes IS NOT NULL AND m.look_at > $3`);

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
