import { SEALABLE_COLUMNS, type SealableRecord } from '../../../platform/audit/audit-chain';
import type { StoredHead } from '../../../platform/audit/chain-heads';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf } from '../../../platform/database/table';
import { AuditSeal } from '../../../platform/audit/audit-seal.entity';
import { AuditHead } from '../../../platform/audit/audit-head.entity';
import { AuditRecord } from '../../../platform/audit/audit-record.entity';

const AUDIT_SEAL = columnsOf(AuditSeal);
const AUDIT_HEAD = columnsOf(AuditHead);
const AUDIT_RECORD = columnsOf(AuditRecord);

/** Records of a chain that are in memory at a time. */
export const SEALS_AT_A_TIME = 1_000;

/** The seal at a position. */
export const HASH_AT = new ScopedStatement<{ hash: Buffer }>(
  `SELECT ${AUDIT_SEAL.hash} FROM audit_seals WHERE ${AUDIT_SEAL.organizationId} = $1 AND ${AUDIT_SEAL.position} = $2`,
);

/** The end of the chain, as the service has signed it. */
export const HEAD = new ScopedStatement<StoredHead>(
  `SELECT ${AUDIT_HEAD.position}, ${AUDIT_HEAD.hash}, ${AUDIT_HEAD.signature} FROM audit_heads
   WHERE ${AUDIT_HEAD.organizationId} = $1`,
);

/** The next seals behind a position. A record that is gone leaves its seal, with nulls for the record's columns. */
export const SEALS = new ScopedStatement(
  `SELECT s.position, s.audit_record_id AS "recordId", s.hash, ${SEALABLE_COLUMNS} FROM (
     SELECT ${AUDIT_SEAL.position}, ${AUDIT_SEAL.auditRecordId}, ${AUDIT_SEAL.hash} FROM audit_seals
     WHERE ${AUDIT_SEAL.organizationId} = $1 AND ${AUDIT_SEAL.position} > $2
     ORDER BY ${AUDIT_SEAL.position} LIMIT ${SEALS_AT_A_TIME}
   ) AS s LEFT JOIN LATERAL (
     SELECT * FROM audit_records
     WHERE ${AUDIT_RECORD.organizationId} = $1 AND ${AUDIT_RECORD.id} = s.audit_record_id OFFSET 0
   ) AS r ON true
   ORDER BY s.position`,
);

/** A seal with its record, whose columns are null when it is gone. */
export type Seal = { position: string; recordId: string; hash: Buffer } & {
  [K in keyof SealableRecord]: SealableRecord[K] | null;
};
