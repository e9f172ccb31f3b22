import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { NO_PARENTS, PARENT_COLUMNS, PARENT_FIELDS, PARENTS_OF_TARGET, type ParentIds } from '../../kernel/parent-ids';
import { currentActor } from '../context/actor';
import { currentContext } from '../context/request-context';
import { named } from '../database/named';
import { encryptFor } from '../personal/person-cipher';
import { PersonKeys, type WantedPerson } from '../personal/person-keys';
import type { Flush, Transaction } from '../transaction/transaction';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { PLATFORM_CHAIN } from './audit-chain';
import { kindOf } from '../records/record-kind';
import type { Changes } from '../records/changes';
import { columnList, columnsOf } from '../database/table';
import { AuditRecord } from './audit-record.entity';
import { AuditUnsealed } from './audit-unsealed.entity';

const AUDIT_RECORD = columnsOf(AuditRecord);

/** The facts of a change; who made it is taken from the context. */
interface AuditEntry {
  /** The record's own, where an outgoing event has the same; a new one by default. */
  id?: string;
  /** Subject and past participle: `expense.updated`. */
  action: string;
  target: { type: string; id: string; externalId?: string | null };
  changes?: Changes;
  /** Whose personal values the changes contain, where it is not the target itself. */
  personId?: string;
  /** What the target belongs to, if to anything. */
  parents?: ParentIds;
  /** For unscoped units of work: the organization whose log it belongs to; null for the platform's own log. */
  organizationId?: string | null;
  /** Who made the change, if the caller is not signed in yet, as in registration. */
  actor?: { id: string; name: string };
  /** The operator, for records of the beginning and end of an impersonation, including one that another user ends. */
  impersonator?: { id: string; email: string };
}

/** A record as it waits to be written: still readable. */
interface PendingRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly action: string;
  readonly occurredAt: string;
  readonly actor: { readonly type: string; readonly id: string | null; readonly name: string | null };
  readonly impersonator: { readonly id: string; readonly email: string } | null;
  readonly target: { readonly type: string; readonly id: string; readonly externalId?: string | null };
  readonly personId: string;
  readonly changes: Changes;
  /** The rest of the columns. */
  readonly rest: readonly unknown[];
}

const OWN_COLUMNS = columnList(
  AuditRecord,
  ...(['id', 'organizationId', 'action', 'occurredAt', 'actorType', 'actorId', 'actorName'] as const),
  ...(['impersonatorId', 'impersonatorEmail', 'targetType', 'targetId', 'ip', 'userAgent', 'requestId'] as const),
);
const LAST_COLUMNS = columnList(AuditRecord, 'personalOf', 'personal', 'targetExternalId', 'changes');
const COLUMNS = `${OWN_COLUMNS}, ${PARENT_COLUMNS.join(', ')}, ${LAST_COLUMNS}`;
const TYPES = [
  ...'uuid, uuid, text, timestamptz, text, uuid, text, uuid, text, text, text, text, text, text'.split(', '),
  ...PARENT_COLUMNS.map(() => 'uuid'),
  ...['uuid', 'text', 'text'],
];
const GIVEN =
  `SELECT ${COLUMNS.replace(PARENT_COLUMNS.join(', '), PARENTS_OF_TARGET.join(', '))} FROM ` +
  `unnest(${TYPES.map((type, i) => `$${i + 1}::${type}[]`).join(', ')}, ` +
  `string_to_array($${TYPES.length + 1}, E'\\n')::json[]) AS given (${COLUMNS})`;
const INSERT = named(
  `WITH written AS (INSERT INTO audit_records (${COLUMNS}) ${GIVEN}
     RETURNING ${AUDIT_RECORD.id}, ${AUDIT_RECORD.organizationId}) ` +
    `INSERT INTO audit_unsealed (${columnList(AuditUnsealed, 'organizationId', 'auditRecordId')})
       SELECT ${columnList(AuditRecord, 'organizationId', 'id')} FROM written`,
  `SELECT write_audit_record(json_populate_record(NULL::audit_records, to_json(record))) FROM (${GIVEN}) AS record`,
);

/**
 * Records who changed what: every change of state adds a record, in the transaction of the change. Names, addresses and
 * whatever else is personal are encrypted, each under the key of whom it is about.
 */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: PersonKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Adds a record to the open unit of work. Who did it, and from where, is taken from the current context.
   *
   * @throws Error outside of a unit of work
   */
  record(entry: AuditEntry): void {
    const { principal, scope, ip, userAgent, requestId } = currentContext();
    const scoped = scope !== null && 'organizationId' in scope ? scope.organizationId : null;
    const organizationId = (entry.organizationId === undefined ? scoped : entry.organizationId) ?? PLATFORM_CHAIN;
    const actor = entry.actor ? { type: 'user', ...entry.actor } : currentActor();
    const impersonator = entry.impersonator ?? principal?.impersonator ?? null;
    const { parents = NO_PARENTS } = entry;
    this.unitOfWork.current.defer(this.write, {
      id: entry.id ?? newId(),
      organizationId,
      action: entry.action,
      occurredAt: this.clock.now().toISOString(),
      actor,
      impersonator,
      target: entry.target,
      personId: entry.personId ?? entry.target.id,
      changes: entry.changes ?? {},
      rest: [ip, userAgent, requestId, ...PARENT_FIELDS.map((field) => parents[field])],
    });
  }

  private readonly write: Flush<PendingRecord> = Object.assign(
    async (records: readonly PendingRecord[], transaction: Transaction) => {
      const rows = records.map((record) => this.rowOf(record, transaction));
      const columns = TYPES.map((_, column) => rows.map((row) => row[column]));
      // As lines, so that pg need not quote and escape each of them: as JSON they have no line breaks.
      const changes = rows.map((row) => row[TYPES.length]).join('\n');
      await transaction.client.query({ ...INSERT, values: [...columns, changes] });
    },
    {
      prepare: (records: readonly PendingRecord[], transaction: Transaction) =>
        this.keys.prepare(records.flatMap(peopleIn), transaction),
    },
  );

  private rowOf(record: PendingRecord, transaction: Transaction): unknown[] {
    const { id, organizationId, actor, impersonator, target, changes } = record;
    const encrypt = (personId: string, text: string, column: PersonalColumn) => {
      const key = this.keys.get({ organizationId, personId }, transaction);
      return key === null ? null : encryptFor(key, text, placeOfPersonal(column, id));
    };
    const { open, personal } = partsOf(target, changes);
    const { externalId = null } = target;
    return [
      id,
      organizationId,
      record.action,
      record.occurredAt,
      actor.type,
      actor.id,
      isPerson(actor) && actor.name !== null ? encrypt(actor.id, actor.name, 'actor_name') : actor.name,
      impersonator?.id ?? null,
      impersonator && encrypt(impersonator.id, impersonator.email, 'impersonator_email'),
      target.type,
      target.id,
      ...record.rest,
      personal && record.personId,
      personal && encrypt(record.personId, JSON.stringify(personal), 'personal'),
      externalId !== null && isPersonal(target)
        ? encrypt(record.personId, externalId, 'target_external_id')
        : externalId,
      JSON.stringify(open),
    ];
  }
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/** The columns of a record that are encrypted. */
export type PersonalColumn = 'actor_name' | 'impersonator_email' | 'personal' | 'target_external_id';

/** Where an encrypted value is kept. */
export function placeOfPersonal(column: PersonalColumn, recordId: string): string {
  return `audit_records.${column}:${recordId}`;
}

/** Whether the target has an externalId that is a person's. */
function isPersonal({ type, externalId }: PendingRecord['target']): boolean {
  return externalId != null && kindOf(type)?.isExternalIdPersonal === true;
}

/** Changes as they are stored: personal ones apart, to be encrypted, with only their fields' names left. */
function partsOf(
  target: PendingRecord['target'],
  changes: Changes,
): { open: Record<string, unknown>; personal: Changes | null } {
  const fields = kindOf(target.type)?.personalFields ?? NO_FIELDS;
  const personal = Object.entries(changes).filter(([field]) => fields.has(field));
  if (personal.length === 0) return { open: changes, personal: isPersonal(target) ? {} : null };
  const open = Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [field, fields.has(field) ? null : change]),
  );
  return { open, personal: Object.fromEntries(personal) };
}

/** API keys and the service itself have names, but are no persons. */
function isPerson<Actor extends PendingRecord['actor']>(actor: Actor): actor is Actor & { type: 'user'; id: string } {
  return actor.type === 'user' && actor.id !== null;
}

/** Those under whose keys a record has values. */
function peopleIn({ organizationId, action, actor, impersonator, target, personId, changes }: PendingRecord) {
  const people: WantedPerson[] = [];
  if (isPerson(actor)) people.push({ organizationId, personId: actor.id });
  if (impersonator) people.push({ organizationId, personId: impersonator.id });
  const fields = kindOf(target.type)?.personalFields ?? NO_FIELDS;
  if (isPersonal(target) || Object.keys(changes).some((field) => fields.has(field)))
    people.push({ organizationId, personId, isNew: personId === target.id && action === `${target.type}.created` });
  return people;
}
