import { Injectable } from '@nestjs/common';
import { CHAIN_START, SEALABLE_COLUMNS, sealOf, type SealableRecord } from '../../platform/audit/audit-chain';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase, type SnapshotRows } from '../../platform/tenancy/tenant-database';
import type { AuditVerificationView } from './audit-logs.dto';

/** Records that are in memory at a time. */
const BATCH_SIZE = 1_000;

// A record that is gone leaves its seal, with nulls for the record's columns.
const SEALS = new ScopedStatement(
  `SELECT s.position, s.audit_record_id AS "recordId", s.hash, ${SEALABLE_COLUMNS}
   FROM audit_seals s
   LEFT JOIN audit_records r ON r.id = s.audit_record_id AND r.organization_id = s.organization_id
   WHERE s.organization_id = $1 AND s.position > $2 ORDER BY s.position LIMIT ${BATCH_SIZE}`,
);
const SEALLESS = new ScopedStatement(
  `SELECT r.id FROM audit_records r WHERE r.organization_id = $1
     AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.organization_id = $1 AND s.audit_record_id = r.id)
     AND NOT EXISTS (SELECT FROM audit_unsealed u WHERE u.organization_id = $1 AND u.audit_record_id = r.id)
   ORDER BY r.id LIMIT 1`,
);
const LOST = new ScopedStatement(
  `SELECT u.audit_record_id AS id FROM audit_unsealed u WHERE u.organization_id = $1
     AND NOT EXISTS (SELECT FROM audit_records r WHERE r.organization_id = $1 AND r.id = u.audit_record_id)
   ORDER BY u.audit_record_id LIMIT 1`,
);
const UNSEALED = new ScopedStatement(
  'SELECT count(*)::int AS count FROM audit_unsealed u WHERE u.organization_id = $1',
);

/** A seal with its record, whose columns are null when it is gone. */
type Seal = { position: string; recordId: string; hash: Buffer } & {
  [K in keyof SealableRecord]: SealableRecord[K] | null;
};

/** Tells whether an organization's audit log is what was once written. */
@Injectable()
export class AuditVerificationService {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Recomputes the chain of the organization in scope, as of one moment. It finds what was changed, removed, added or
   * moved without making every later seal anew. The newest records, with their seals and unknown to the list of those
   * that wait, could be cut off unseen: nothing after them tells of them.
   */
  verify(): Promise<AuditVerificationView> {
    return this.database.report(async (rows) => {
      const { checked, brokenAt } = await recompute(rows);
      const [sealless] = await rows<{ id: string }>(SEALLESS);
      const [lost] = await rows<{ id: string }>(LOST);
      const [waiting] = await rows<{ count: number }>(UNSEALED);
      // Ids are in the order of time.
      const [first = null] = [brokenAt, sealless?.id, lost?.id].filter((id) => id != null).sort();
      return { valid: first === null, checked, unsealed: waiting!.count, brokenAt: first };
    });
  }
}

/** Follows the chain to its end, or to the first seal that is not what its record and the seal before it make. */
async function recompute(rows: SnapshotRows): Promise<{ checked: number; brokenAt: string | null }> {
  let previous = CHAIN_START;
  let checked = 0;
  for (;;) {
    const seals = await rows<Seal>(SEALS, checked);
    for (const seal of seals) {
      checked++;
      // The record is gone, or a seal before this one is.
      if (seal.id === null || Number(seal.position) !== checked) return { checked, brokenAt: seal.recordId };
      previous = sealOf(previous, checked, seal as SealableRecord);
      if (!previous.equals(seal.hash)) return { checked, brokenAt: seal.recordId };
    }
    if (seals.length < BATCH_SIZE) return { checked, brokenAt: null };
  }
}
