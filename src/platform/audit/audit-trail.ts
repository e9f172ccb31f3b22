import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { currentContext } from '../context/request-context';
import { named } from '../database/named';
import type { Transaction } from '../transaction/transaction';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { PLATFORM_CHAIN } from './audit-chain';
import type { Changes } from './audit-record.entity';

export type { Changes } from './audit-record.entity';

/** The facts of a change; who made it is taken from the context. */
interface AuditEntry {
  /** Subject and past participle: `expense.updated`. */
  action: string;
  target: { type: string; id: string };
  changes?: Changes;
  /** See {@link placeOf}; absent where the target belongs to no event and no tour. */
  place?: Place;
  /** For unscoped units of work: the organization whose log it belongs to; null for the platform's own log. */
  organizationId?: string | null;
  /** Who made the change, if the caller is not signed in yet, as in registration. */
  actor?: { id: string; name: string };
  /** The operator, for records of the beginning and end of an impersonation, including one that another user ends. */
  impersonator?: { id: string; email: string };
}

/** The event and the tour that a record is or belongs to. */
export interface Place {
  readonly eventId: string | null;
  /** Null also where it follows from the event. */
  readonly tourId: string | null;
}

type AuditRow = readonly unknown[];

const COLUMNS =
  'id, organization_id, action, occurred_at, actor_type, actor_id, actor_name, impersonator_id, impersonator_email, ' +
  'target_type, target_id, ip, user_agent, request_id, event_id, tour_id, changes';
const TYPES =
  'uuid, uuid, text, timestamptz, text, uuid, text, uuid, text, text, text, text, text, text, uuid, uuid'.split(', ');
/** Of a guest, an expense or the like on an event, the tour is the event's at that moment. */
const TOUR_ID = `CASE WHEN tour_id IS NULL AND event_id IS NOT NULL AND target_type <> 'event'
  THEN tour_of_event(organization_id, event_id) ELSE tour_id END`;

const INSERT = named(
  `WITH written AS (INSERT INTO audit_records (${COLUMNS}) ` +
    `SELECT ${COLUMNS.replace('tour_id', TOUR_ID)} FROM ` +
    `unnest(${TYPES.map((type, i) => `$${i + 1}::${type}[]`).join(', ')}, ` +
    `string_to_array($${TYPES.length + 1}, E'\\n')::json[]) AS given (${COLUMNS}) RETURNING id, organization_id) ` +
    `INSERT INTO audit_unsealed (organization_id, audit_record_id) SELECT coalesce(organization_id, '${PLATFORM_CHAIN}'), id FROM written`,
);

/** Records who changed what: every change of state adds a record, in the transaction of the change. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly unitOfWork: UnitOfWork,
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
    const organizationId = entry.organizationId === undefined ? scoped : entry.organizationId;
    const actor = entry.actor
      ? { type: 'user', ...entry.actor }
      : principal === null
        ? { type: 'system', id: null, name: null }
        : principal.kind === 'apiKey'
          ? { type: 'apiKey', id: principal.credentialId, name: principal.credentialName }
          : { type: 'user', id: principal.userId, name: principal.userName };
    const impersonator = entry.impersonator ?? principal?.impersonator ?? null;
    this.unitOfWork.current.defer(writeAuditRows, [
      newId(),
      organizationId,
      entry.action,
      this.clock.now().toISOString(),
      actor.type,
      actor.id,
      actor.name,
      impersonator?.id ?? null,
      impersonator?.email ?? null,
      entry.target.type,
      entry.target.id,
      ip,
      userAgent,
      requestId,
      entry.place?.eventId ?? null,
      entry.place?.tourId ?? null,
      JSON.stringify(entry.changes ?? {}),
    ]);
  }
}

async function writeAuditRows(rows: readonly AuditRow[], { client }: Transaction): Promise<void> {
  const columns = TYPES.map((_, column) => rows.map((row) => row[column]));
  // As lines, so that pg need not quote and escape each of them: as JSON they have no line breaks.
  const changes = rows.map((row) => row[TYPES.length]).join('\n');
  await client.query({ ...INSERT, values: [...columns, changes] });
}

/**
 * The event and the tour that a record is or belongs to.
 *
 * @param type as the target's in the log
 * @param record as the API shows it
 */
export function placeOf(type: string, record: { readonly id: string }): Place {
  const {
    id,
    eventId = null,
    tourId = null,
  } = record as { id: string; eventId?: string | null; tourId?: string | null };
  return { eventId: type === 'event' ? id : eventId, tourId: type === 'tour' ? id : tourId };
}

/** Fields that changes exclude: they follow from the rest or add nothing. */
const UNAUDITED_FIELDS = new Set(['id', 'createdAt', 'updatedAt']);

/**
 * Whether an update would leave a record unchanged. If so, nothing is written: no new version, audit record or event.
 *
 * @param before the record as the API shows it
 * @param after the record as it would be; timestamps may still be Dates
 */
export function changesNothing(before: object, after: object): boolean {
  return Object.keys(changesBetween(before, after)).length === 0;
}

/**
 * The fields in which two versions of a record differ.
 *
 * @param before the record as the API showed it, or null when it was created
 * @param after the record as the API shows it, or null when it was deleted
 */
export function changesBetween(before: object | null, after: object | null): Changes {
  const changes: Changes = {};
  const earlier = (before ?? {}) as Record<string, unknown>;
  const later = (after ?? {}) as Record<string, unknown>;
  for (const field of new Set([...Object.keys(earlier), ...Object.keys(later)])) {
    if (UNAUDITED_FIELDS.has(field)) continue;
    const was = earlier[field] ?? null;
    const is = later[field] ?? null;
    if (!isSame(was, is)) changes[field] = { before: was, after: is };
  }
  return changes;
}

/** Compares values as the API shows them: objects, timestamps and lists as JSON. */
function isSame(was: unknown, is: unknown): boolean {
  return was === is || ((isObject(was) || isObject(is)) && JSON.stringify(was) === JSON.stringify(is));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
