import { ScopedStatement } from '../tenancy/statement';
import { columnsOf } from '../database/table';
import { AuditSeal } from './audit-seal.entity';
import { AuditUnsealed } from './audit-unsealed.entity';

const AUDIT_SEAL = columnsOf(AuditSeal);
const AUDIT_UNSEALED = columnsOf(AuditUnsealed);

/**
 * What tells whether anything has happened in an organization: each record of its log is in the chain, which then is longer,
 * or waits for that under a number of its own.
 */
export const LOG_VERSION = new ScopedStatement<{ version: string }>(
  `SELECT concat(
     (SELECT ${AUDIT_SEAL.position} FROM audit_seals WHERE ${AUDIT_SEAL.organizationId} = $1
       ORDER BY ${AUDIT_SEAL.position} DESC LIMIT 1), ':',
     md5((SELECT string_agg(${AUDIT_UNSEALED.number}::text, ',' ORDER BY ${AUDIT_UNSEALED.number}) FROM audit_unsealed
       WHERE ${AUDIT_UNSEALED.organizationId} = $1))
   ) AS version`,
);
