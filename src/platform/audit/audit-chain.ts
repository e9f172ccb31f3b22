import { createHash } from 'node:crypto';
import { NIL_ID } from '../../kernel/ids';
import { columnsOf } from '../database/table';
import { AuditRecord } from './audit-record.entity';

const AUDIT_RECORD = columnsOf(AuditRecord, 'r');

/** The chain of records that belong to no organization. No organization must ever get this id. */
export const PLATFORM_CHAIN = NIL_ID;

/** What the first seal of a chain is linked to. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** A record as it is sealed: every column, each as PostgreSQL's text of it or null. */
export interface SealableRecord {
  id: string;
  /** Null in the seals of the platform's own records, which the table has under {@link PLATFORM_CHAIN}. */
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
  /** Whose values are encrypted in `personal`. */
  personalOf: string | null;
  personal: string | null;
  /** The text that was recorded; parsing it would round large numbers. */
  changes: string;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
}

/** The columns of {@link SealableRecord}, of the table `audit_records r`. */
export const SEALABLE_COLUMNS = `${AUDIT_RECORD.id},
  nullif(${AUDIT_RECORD.organizationId}, '${PLATFORM_CHAIN}') AS "organizationId", ${AUDIT_RECORD.action},
  ${AUDIT_RECORD.occurredAt} AS "occurredAt", ${AUDIT_RECORD.actorType} AS "actorType",
  ${AUDIT_RECORD.actorId} AS "actorId", ${AUDIT_RECORD.actorName} AS "actorName",
  ${AUDIT_RECORD.impersonatorId} AS "impersonatorId", ${AUDIT_RECORD.impersonatorEmail} AS "impersonatorEmail",
  ${AUDIT_RECORD.targetType} AS "targetType", ${AUDIT_RECORD.targetId} AS "targetId",
  ${AUDIT_RECORD.personalOf} AS "personalOf", ${AUDIT_RECORD.personal}, ${AUDIT_RECORD.changes}::text AS changes,
  ${AUDIT_RECORD.ip}, ${AUDIT_RECORD.userAgent} AS "userAgent", ${AUDIT_RECORD.requestId} AS "requestId"`;

/**
 * The seal of a record: SHA-256 of the previous seal followed by the record's canonical JSON in UTF-8. A record can't
 * be changed, removed or moved without making all seals behind it again. Personal values are sealed as they are stored,
 * encrypted: the seals remain true when a person's key is destroyed.
 *
 * @param previous the seal at the previous position, or CHAIN_START
 * @param position the record's position in its chain, from 1
 */
export function sealOf(previous: Buffer, position: number, record: SealableRecord): Buffer {
  return createHash('sha256').update(previous).update(canonicalJson(position, record), 'utf8').digest();
}

/** What is sealed of a record: no whitespace, names in alphabetical order. Columns that are added later must not change older seals. */
export function canonicalJson(position: number, record: SealableRecord): string {
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
    personal: record.personal,
    personalOf: record.personalOf,
    position,
    requestId: record.requestId,
    targetId: record.targetId,
    targetType: record.targetType,
    userAgent: record.userAgent,
  });
}
