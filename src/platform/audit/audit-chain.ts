import { createHash } from 'node:crypto';
import { NIL_ID } from '../../kernel/ids';

/** The chain of what belongs to no organization; must not be an id that is ever given out. */
export const PLATFORM_CHAIN = NIL_ID;

/** What the first seal of a chain is linked to. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** A record as it is sealed: every column, each as the text that PostgreSQL gives or null. */
export interface SealableRecord {
  id: string;
  organizationId: string | null;
  action: string;
  /** ISO 8601, UTC, milliseconds. */
  occurredAt: string;
  actorType: string;
  actorId: string | null;
  actorName: string | null;
  impersonatorId: string | null;
  impersonatorEmail: string | null;
  targetType: string;
  targetId: string;
  /** PostgreSQL's text of the jsonb: exact, where reading the numbers in it would round them. */
  changes: string;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
}

/** The columns of {@link SealableRecord}, of the table `audit_records r`. */
export const SEALABLE_COLUMNS = `r.id, r.organization_id AS "organizationId", r.action, r.occurred_at AS "occurredAt",
  r.actor_type AS "actorType", r.actor_id AS "actorId", r.actor_name AS "actorName",
  r.impersonator_id AS "impersonatorId", r.impersonator_email AS "impersonatorEmail", r.target_type AS "targetType",
  r.target_id AS "targetId", r.changes::text AS changes, r.ip, r.user_agent AS "userAgent", r.request_id AS "requestId"`;

/**
 * The seal of a record: SHA-256 of the seal before it and the record's canonical JSON, in UTF-8. Whoever changes, removes
 * or moves a record would have to make every later seal anew.
 *
 * @param previous the seal at the position before, or CHAIN_START
 * @param position the record's place in its chain, from 1
 */
export function sealOf(previous: Buffer, position: number, record: SealableRecord): Buffer {
  return createHash('sha256').update(previous).update(canonicalJson(position, record), 'utf8').digest();
}

/** No whitespace, the names in alphabetical order. A column that is added later must leave the older seals as they are. */
function canonicalJson(position: number, record: SealableRecord): string {
  return JSON.stringify({
    action: record.action,
    actorId: record.actorId,
    actorName: record.actorName,
    actorType: record.actorType,
    changes: record.changes,
    id: record.id,
    impersonatorEmail: record.impersonatorEmail,
    impersonatorId: record.impersonatorId,
    ip: record.ip,
    occurredAt: record.occurredAt,
    organizationId: record.organizationId,
    position,
    requestId: record.requestId,
    targetId: record.targetId,
    targetType: record.targetType,
    userAgent: record.userAgent,
  });
}
