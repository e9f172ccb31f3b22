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
import { Organization } from '../../people/organizations/organization.entity';
import { Event } from '../../planning/events/event.entity';

const EVENT_COLUMN = columnsOf(Event, 'e');
const MESSAGE_RULE = columnsOf(MessageRule, 'm');
const MESSAGE_RULE_CHANGE = columnsOf(MessageRuleChange, 'c');
const ORGANIZATION = columnsOf(Organization, 'o');
const BARE_MESSAGE_RULE_CHANGE = columnsOf(MessageRuleChange);
const BARE_MESSAGE_RULE = columnsOf(MessageRule);

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
  `SELECT ${select(MessageRule, 'm', 'organizationId', 'id').columns} FROM message_rules m
   WHERE ${MESSAGE_RULE.active} AND ${MESSAGE_RULE.offsetMinutes} IS NOT NULL AND ${MESSAGE_RULE.lookAt} <= $1
   ORDER BY ${MESSAGE_RULE.lookAt} LIMIT ${MAX_DUE}`,
);
const DUE_CHANGES = new UnscopedStatement<{ organizationId: string; ruleId: string; eventId: string }>(
  REASON,
  `SELECT DISTINCT ${select(MessageRuleChange, 'due', 'organizationId', 'ruleId', 'eventId').columns}
   FROM (SELECT * FROM message_rule_changes c WHERE ${MESSAGE_RULE_CHANGE.dueAt} <= $1
     ORDER BY ${MESSAGE_RULE_CHANGE.dueAt} LIMIT ${MAX_DUE}) AS due`,
);
const IS_ACTIVE = new ScopedStatement<{ active: boolean }>(
  `SELECT ${ORGANIZATION.deletedAt} IS NULL AND ${ORGANIZATION.status} = 'active' AS active FROM organizations o
   WHERE ${ORGANIZATION.id} = $1`,
);
const TRY_LOCK = new ScopedStatement<{ locked: boolean }>(
  `SELECT pg_try_advisory_xact_lock(hashtextextended('message-rule:' || $1::text || $2::text || $3::text, 0)) AS locked`,
);

const MOMENT = columnsOf(MessageRuleMoment, 'm');
const MOMENT_KEY = columnList(MessageRuleMoment, 'organizationId', 'ruleId', 'eventId');
const EVENT_COLUMNS = `${select(Event, 'e', 'id', 'name', 'status', 'startsAt', 'endsAt', 'timezone').columns},
  (SELECT ${MOMENT.overUntil} FROM message_rule_moments m
   WHERE ${MOMENT.organizationId} = $1 AND ${MOMENT.ruleId} = $2
     AND ${MOMENT.eventId} = ${EVENT_COLUMN.id}) AS "overUntil"`;
/** The events of which rules with a moment speak. */
export const SPOKEN_OF: ReadonlySet<EventStatus> = new Set(['confirmed', 'completed']);
const IS_SPOKEN_OF = `${EVENT_COLUMN.status} IN ('${[...SPOKEN_OF].join("', '")}')`;
/** Those that may have a moment after a time, `$5`, and up to another one, `$6`; of missing answers guests have one. */
const BETWEEN: Record<TimedTrigger, { readonly condition: string; readonly order: string }> = {
  before_start: {
    condition: `${EVENT_COLUMN.startsAt} > $5 AND ${EVENT_COLUMN.startsAt} <= $6`,
    order: EVENT_COLUMN.startsAt,
  },
  after_end: { condition: `${EVENT_COLUMN.endsAt} > $5 AND ${EVENT_COLUMN.endsAt} <= $6`, order: EVENT_COLUMN.endsAt },
  no_answer: {
    condition: `(${EVENT_COLUMN.startsAt} > $5 OR ${EVENT_COLUMN.startsAt} IS NULL)`,
    order: EVENT_COLUMN.startsAt,
  },
};
const eventsOf = (trigger: TimedTrigger) =>
  new ScopedStatement<RuleEvent>(
    `SELECT ${EVENT_COLUMNS} FROM events e
     WHERE ${EVENT_COLUMN.organizationId} = $1 AND (${EVENT_COLUMN.id} = $3 OR ${EVENT_COLUMN.tourId} = $4)
       AND ${IS_SPOKEN_OF} AND ${BETWEEN[trigger].condition}
     ORDER BY ${BETWEEN[trigger].order}, ${EVENT_COLUMN.id} LIMIT ${MAX_EVENTS}`,
  );
const EVENTS: Record<TimedTrigger, ScopedStatement<RuleEvent>> = {
  before_start: eventsOf('before_start'),
  after_end: eventsOf('after_end'),
  no_answer: eventsOf('no_answer'),
};
const EVENT = new ScopedStatement<RuleEvent>(
  `SELECT ${EVENT_COLUMNS} FROM events e WHERE ${EVENT_COLUMN.organizationId} = $1 AND ${EVENT_COLUMN.id} = $3`,
);
const LOOK_AGAIN = new ScopedStatement(
  `UPDATE message_rules SET ${BARE_MESSAGE_RULE.lookAt} = $4
   WHERE ${BARE_MESSAGE_RULE.organizationId} = $1 AND ${BARE_MESSAGE_RULE.id} = $2
     AND ${BARE_MESSAGE_RULE.looks} = $3`,
);
const OVER_UNTIL = tableOf(MessageRuleMoment).fields.overUntil;
const SERVED = new ScopedStatement(
  `INSERT INTO message_rule_moments AS m (${MOMENT_KEY}, ${OVER_UNTIL}) VALUES ($1, $2, $3, $4)
   ON CONFLICT (${MOMENT_KEY})
   DO UPDATE SET ${OVER_UNTIL} = greatest(${MOMENT.overUntil}, excluded.${OVER_UNTIL})`,
);
const CHANGES = new ScopedStatement<ChangeRow>(
  `SELECT ${CHANGE.columns} FROM ${CHANGE.from}
   WHERE ${MESSAGE_RULE_CHANGE.organizationId} = $1 AND ${MESSAGE_RULE_CHANGE.ruleId} = $2
     AND ${MESSAGE_RULE_CHANGE.eventId} = $3 AND ${MESSAGE_RULE_CHANGE.dueAt} <= $4
   ORDER BY ${MESSAGE_RULE_CHANGE.id} LIMIT ${MAX_CHANGES} FOR UPDATE SKIP LOCKED`,
);
const POSTPONE_CHANGES = new ScopedStatement(
  `UPDATE message_rule_changes SET ${BARE_MESSAGE_RULE_CHANGE.dueAt} = $3
   WHERE ${BARE_MESSAGE_RULE_CHANGE.organizationId} = $1 AND ${BARE_MESSAGE_RULE_CHANGE.id} = ANY ($2::uuid[])`,
);
const DROP_CHANGES = new ScopedStatement(
  `DELETE FROM message_rule_changes
   WHERE ${BARE_MESSAGE_RULE_CHANGE.organizationId} = $1 AND ${BARE_MESSAGE_RULE_CHANGE.id} = ANY ($2::uuid[])`,
);
const PENDING = select(MessageRuleChange, 'c', 'eventId', 'was', 'lastAt', 'dueAt');
const PENDING_CHANGES = new ScopedStatement<PendingChange>(
  `SELECT ${PENDING.columns} FROM ${PENDING.from}
   WHERE ${MESSAGE_RULE_CHANGE.organizationId} = $1 AND ${MESSAGE_RULE_CHANGE.ruleId} = $2
     AND ${MESSAGE_RULE_CHANGE.guestId} = '${NIL_ID}' AND ($3::uuid IS NULL OR ${MESSAGE_RULE_CHANGE.eventId} = $3)
   ORDER BY ${MESSAGE_RULE_CHANGE.dueAt}, ${MESSAGE_RULE_CHANGE.id} LIMIT ${MAX_CHANGES}`,
);
const SOME_RULES = new ScopedStatement<RuleRow>(
  `SELECT ${RULE.columns} FROM ${RULE.from}
   WHERE ${MESSAGE_RULE.organizationId} = $1 AND ${MESSAGE_RULE.id} = ANY ($2::uuid[]) AND ${MESSAGE_RULE.active}`,
);
const RULES_AT = new ScopedStatement<RuleRow>(
  `SELECT ${RULE.columns} FROM ${RULE.from}
   WHERE ${MESSAGE_RULE.organizationId} = $1 AND ${MESSAGE_RULE.active} AND (${MESSAGE_RULE.eventId} = $2
     OR ${MESSAGE_RULE.tourId} = $3) ORDER BY ${MESSAGE_RULE.id}`,
);
/** Those that may write before `$2`: none writes earlier than it is to be looked at, or than its changes are due. */
const RULES_UNTIL = new ScopedStatement<RuleRow>(
  `SELECT ${RULE.columns} FROM ${RULE.from}
   WHERE ${MESSAGE_RULE.organizationId} = $1 AND ${MESSAGE_RULE.active} AND (
     ${MESSAGE_RULE.offsetMinutes} IS NOT NULL AND ${MESSAGE_RULE.lookAt} < $2
     OR ${MESSAGE_RULE.offsetMinutes} IS NULL AND EXISTS (
       SELECT FROM message_rule_changes c
       WHERE ${MESSAGE_RULE_CHANGE.organizationId} = $1 AND ${MESSAGE_RULE_CHANGE.ruleId} = ${MESSAGE_RULE.id}
         AND ${MESSAGE_RULE_CHANGE.dueAt} < $2))
   ORDER BY ${MESSAGE_RULE.lookAt}, ${MESSAGE_RULE.id} LIMIT ${MAX_RULES}`,
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
