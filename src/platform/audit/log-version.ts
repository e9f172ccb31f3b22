import { ScopedStatement } from '../tenancy/statement';

/**
 * What tells whether anything has happened in an organization: each record of its log is in the chain, which then is longer,
 * or waits for that under a number of its own.
 */
export const LOG_VERSION = new ScopedStatement<{ version: string }>(
  `SELECT concat(
     (SELECT position FROM audit_seals WHERE organization_id = $1 ORDER BY position DESC LIMIT 1), ':',
     md5((SELECT string_agg(number::text, ',' ORDER BY number) FROM audit_unsealed WHERE organization_id = $1))
   ) AS version`,
);
