import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { BY_INDEX } from '../../../platform/database/by-index';
import { columnList, columnsOf, select, selectAllBut, tableOf, type RowOf } from '../../../platform/database/table';
import { findById, ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { EventStatus } from '../../planning/events';
import { MessageRuleChange } from './message-rule-change.entity';
import { MessageRuleMoment } from './message-rule-moment.entity';
import { MessageRule } from './message-rule.entity';
import { FOREVER, type TimedTrigger } from './moments';

/** As recipients do, whom this gives to the queue; see test/architecture/unscoped.spec.ts. */
const REASON = 'recipients of all organizations wait in one queue';
/** How many are looked for at once; the next look finds the others. */
const MAX_DUE = 100;
/** How many changes go into one message at most; the next look finds the others. */
const MAX_CHANGES = 1_000;
/** The rules of an organization that are looked ahead at once. */
export const MAX_RULES = 200;
/** The events of a tour that a rule is asked about at once. */
const MAX_EVENTS = 2_000;

const RULE = selectAllBut(MessageRule, 'm', 'organizationId');
const FIND = findById(RULE);
const CHANGE = select(MessageRuleChange, 'c', 'id', 'guestId', 'was', 'lastAt', 'dueAt');

/** A rule with what only its rounds know. */
export type RuleRow = RowOf<typeof RULE>;
export type ChangeRow = RowOf<typeof CHANGE>;
/** A change of an event whose message has not gone out. */
export type PendingChange = RowOf<typeof PENDING>;

/** An event that a rule may be about. */
export interface RuleEvent {
  readonly id: string;
  readonly name: string;
  readonly status: EventStatus;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly timezone: string;
  /** Moments up to this one are over; null where nothing says so. */
  readonly overUntil: string | null;
}

const DUE_RULES = new UnscopedStatement<{ organizationId: string; id: string }>(
  REASON,
  `SELECT m.organization_id AS "organizationId", m.id FROM message_rules m
   WHERE m.active AND m.offset_minutes IS NOT NULL AND m.look_at <= $1 ORDER BY m.look_at LIMIT ${MAX_DUE}`,
);
const DUE_CHANGES = new UnscopedStatement<{ organizationId: string; ruleId: string; eventId: string }>(
  REASON,
  `SELECT DISTINCT due.organization_id AS "organizationId", due.rule_id AS "ruleId", due.event_id AS "eventId"
   FROM (SELECT * FROM message_rule_changes c WHERE c.due_at <= $1 ORDER BY c.due_at LIMIT ${MAX_DUE}) AS due`,
);
const IS_ACTIVE = new ScopedStatement<{ active: boolean }>(
  `SELECT o.deleted_at IS NULL AND o.status = 'active' AS active FROM organizations o WHERE o.id = $1`,
);
const TRY_LOCK = new ScopedStatement<{ locked: boolean }>(
  `SELECT pg_try_advisory_xact_lock(hashtextextended('message-rule:' || $1::text || $2::text || $3::text, 0)) AS locked`,
);

const MOMENT = columnsOf(MessageRuleMoment, 'm');
const MOMENT_KEY = columnList(MessageRuleMoment, 'organizationId', 'ruleId', 'eventId');
const EVENT_COLUMNS = `e.id, e.name, e.status, e.starts_at AS "startsAt", e.ends_at AS "endsAt", e.timezone,
  (SELECT ${MOMENT.overUntil} FROM message_rule_moments m
   WHERE ${MOMENT.organizationId} = $1 AND ${MOMENT.ruleId} = $2 AND ${MOMENT.eventId} = e.id) AS "overUntil"`;
/** The events of which rules with a moment speak. */
export const SPOKEN_OF: ReadonlySet<EventStatus> = new Set(['confirmed', 'completed']);
const IS_SPOKEN_OF = `e.status IN ('${[...SPOKEN_OF].join("', '")}')`;
/** Those that may have a moment after a time, `$5`, and up to another one, `$6`; of missing answers guests have one. */
const BETWEEN: Record<TimedTrigger, { readonly condition: string; readonly order: string }> = {
  before_start: { condition: 'e.starts_at > $5 AND e.starts_at <= $6', order: 'e.starts_at' },
  after_end: { condition: 'e.ends_at > $5 AND e.ends_at <= $6', order: 'e.ends_at' },
  no_answer: { condition: '(e.starts_at > $5 OR e.starts_at IS NULL)', order: 'e.starts_at' },
};
const eventsOf = (trigger: TimedTrigger) =>
  new ScopedStatement<RuleEvent>(
    `SELECT ${EVENT_COLUMNS} FROM events e
     WHERE e.organization_id = $1 AND (e.id = $3 OR e.tour_id = $4) AND ${IS_SPOKEN_OF} AND ${BETWEEN[trigger].condition}
     ORDER BY ${BETWEEN[trigger].order}, e.id LIMIT ${MAX_EVENTS}`,
  );
const EVENTS: Record<TimedTrigger, ScopedStatement<RuleEvent>> = {
  before_start: eventsOf('before_start'),
  after_end: eventsOf('after_end'),
  no_answer: eventsOf('no_answer'),
};
const EVENT = new ScopedStatement<RuleEvent>(
  `SELECT ${EVENT_COLUMNS} FROM events e WHERE e.organization_id = $1 AND e.id = $3`,
);
const LOOK_AGAIN = new ScopedStatement(
  `UPDATE message_rules SET look_at = $4 WHERE organization_id = $1 AND id = $2 AND looks = $3`,
);
const OVER_UNTIL = tableOf(MessageRuleMoment).fields.overUntil;
const SERVED = new ScopedStatement(
  `INSERT INTO message_rule_moments AS m (${MOMENT_KEY}, ${OVER_UNTIL}) VALUES ($1, $2, $3, $4)
   ON CONFLICT (${MOMENT_KEY})
   DO UPDATE SET ${OVER_UNTIL} = greatest(${MOMENT.overUntil}, excluded.${OVER_UNTIL})`,
);
const CHANGES = new ScopedStatement<ChangeRow>(
  `SELECT ${CHANGE.columns} FROM ${CHANGE.from}
   WHERE c.organization_id = $1 AND c.rule_id = $2 AND c.event_id = $3 AND c.due_at <= $4
   ORDER BY c.id LIMIT ${MAX_CHANGES} FOR UPDATE SKIP LOCKED`,
);
const POSTPONE_CHANGES = new ScopedStatement(
  'UPDATE message_rule_changes SET due_at = $3 WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
);
const DROP_CHANGES = new ScopedStatement(
  'DELETE FROM message_rule_changes WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
);
const PENDING = select(MessageRuleChange, 'c', 'eventId', 'was', 'lastAt', 'dueAt');
const PENDING_CHANGES = new ScopedStatement<PendingChange>(
  `SELECT ${PENDING.columns} FROM ${PENDING.from}
   WHERE c.organization_id = $1 AND c.rule_id = $2 AND c.guest_id = '${NIL_ID}' AND ($3::uuid IS NULL OR c.event_id = $3)
   ORDER BY c.due_at, c.id LIMIT ${MAX_CHANGES}`,
);
const SOME_RULES = new ScopedStatement<RuleRow>(
  `SELECT ${RULE.columns} FROM ${RULE.from} WHERE m.organization_id = $1 AND m.id = ANY ($2::uuid[]) AND m.active`,
);
const RULES_AT = new ScopedStatement<RuleRow>(
  `SELECT ${RULE.columns} FROM ${RULE.from}
   WHERE m.organization_id = $1 AND m.active AND (m.event_id = $2 OR m.tour_id = $3) ORDER BY m.id`,
);
/** Those that may write before `$2`: none writes earlier than it is to be looked at, or than its changes are due. */
const RULES_UNTIL = new ScopedStatement<RuleRow>(
  `SELECT ${RULE.columns} FROM ${RULE.from}
   WHERE m.organization_id = $1 AND m.active AND (
     m.offset_minutes IS NOT NULL AND m.look_at < $2
     OR m.offset_minutes IS NULL AND EXISTS (
       SELECT FROM message_rule_changes c WHERE c.organization_id = $1 AND c.rule_id = m.id AND c.due_at < $2))
   ORDER BY m.look_at, m.id LIMIT ${MAX_RULES}`,
);

/** What is due, over all organizations; and what rounds read and write of one. */
@Injectable()
export class DueRulesRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Rules that may have something to do. */
  dueRules(now: Date): Promise<{ organizationId: string; id: string }[]> {
    return this.database.unscopedRows(DUE_RULES, now);
  }

  /** Changes that are not merged with further ones any more. */
  dueChanges(now: Date): Promise<{ organizationId: string; ruleId: string; eventId: string }[]> {
    return this.database.unscopedRows(DUE_CHANGES, now);
  }

  /** Whether the organization in scope is neither suspended nor deleted. */
  async isOrganizationActive(): Promise<boolean> {
    return (await this.database.row(IS_ACTIVE))?.active ?? false;
  }

  rule(id: string): Promise<RuleRow | null> {
    return this.database.row(FIND, id);
  }

  /**
   * The events that a rule with moments may be about.
   *
   * @param after of times of the event, which its trigger goes by
   * @param until of the same times; a rule about missing answers goes by others
   */
  events({ id, eventId, tourId }: RuleRow, trigger: TimedTrigger, after: Date, until = FOREVER): Promise<RuleEvent[]> {
    const times = trigger === 'no_answer' ? [after] : [after, until];
    return this.database.rows(EVENTS[trigger], id, eventId, tourId, ...times);
  }

  event(ruleId: string, eventId: string): Promise<RuleEvent | null> {
    return this.database.row(EVENT, ruleId, eventId);
  }

  /**
   * Plans the statements of the open unit of work by their indexes: those planned while there were hardly any claims would
   * go through all that there are by now, for each guest.
   */
  async planByIndex(): Promise<void> {
    await this.unitOfWork.current.client.query(BY_INDEX);
  }

  /** Keeps other replicas from a rule at an event until the unit of work ends. @returns false where one has it */
  async tryLock(ruleId: string, eventId: string): Promise<boolean> {
    return (await this.unitOfWork.write(TRY_LOCK, ruleId, eventId)).rows[0]!.locked;
  }

  /** Says when a rule is looked at again, unless somebody has brought that forward meanwhile. */
  async lookAgain({ id, looks }: Pick<RuleRow, 'id' | 'looks'>, at: Date): Promise<void> {
    await this.unitOfWork.run(() => this.unitOfWork.write(LOOK_AGAIN, id, looks, at));
  }

  /** Records that the moments of a rule at an event are over up to this one. */
  async served(ruleId: string, eventId: string, until: Date): Promise<void> {
    await this.unitOfWork.write(SERVED, ruleId, eventId, until);
  }

  /** Locks what has happened, but what another replica has. */
  async lockChanges(ruleId: string, eventId: string, now: Date): Promise<ChangeRow[]> {
    return (await this.unitOfWork.write(CHANGES, ruleId, eventId, now)).rows;
  }

  async postponeChanges(changes: readonly ChangeRow[], at: Date): Promise<void> {
    await this.unitOfWork.write(POSTPONE_CHANGES, idsOf(changes), at);
  }

  async dropChanges(changes: readonly ChangeRow[]): Promise<void> {
    await this.unitOfWork.write(DROP_CHANGES, idsOf(changes));
  }

  /** Changes of events themselves. @param eventId null for all events */
  pendingChanges(ruleId: string, eventId: string | null): Promise<PendingChange[]> {
    return this.database.rows(PENDING_CHANGES, ruleId, eventId);
  }

  /** Those of some rules that are active. */
  activeOf(ids: readonly string[]): Promise<RuleRow[]> {
    return this.database.rows(SOME_RULES, ids);
  }

  /** The active rules of an event and of its tour. */
  rulesAt({ id, tourId }: { readonly id: string; readonly tourId: string | null }): Promise<RuleRow[]> {
    return this.database.rows(RULES_AT, id, tourId);
  }

  /** The active rules of the organization in scope that may write before a time. */
  rulesUntil(end: Date): Promise<RuleRow[]> {
    return this.database.rows(RULES_UNTIL, end);
  }
}

/** Whether a change concerns all guests of its event. */
export function isOfEvent({ guestId }: Pick<ChangeRow, 'guestId'>): boolean {
  return guestId === NIL_ID;
}

function idsOf(changes: readonly ChangeRow[]): string[] {
  return changes.map(({ id }) => id);
}
