import { Injectable } from '@nestjs/common';
import { CHAIN_START, sealOf, type SealableRecord } from '../../../platform/audit/audit-chain';
import { ChainHeads, type StoredHead } from '../../../platform/audit/chain-heads';
import { PersonalValues, type ValuesState } from '../../../platform/audit/personal-values';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { onlyRow } from '../../../platform/database/only-row';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase, type SnapshotRows } from '../../../platform/tenancy/tenant-database';
import type { AuditVerificationView } from './audit-logs.dto';
import { HEAD, SEALS, SEALS_AT_A_TIME, type Seal } from './seals';
import { columnsOf } from '../../../platform/database/table';
import { AuditRecord } from '../../../platform/audit/audit-record.entity';
import { AuditSeal } from '../../../platform/audit/audit-seal.entity';
import { AuditUnsealed } from '../../../platform/audit/audit-unsealed.entity';

const AUDIT_UNSEALED = columnsOf(AuditUnsealed, 'u');
const AUDIT_RECORD = columnsOf(AuditRecord);
const AUDIT_SEAL = columnsOf(AuditSeal);

/** Batches that are verified before other reports may run. */
const BATCHES_AT_ONCE = 5;
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

// OFFSET 0 makes PostgreSQL look up by id what belongs to a row: with wrong statistics it might go through all records of
// the organization for each row.

const SEALLESS = new ScopedStatement(
  `SELECT r.id FROM (SELECT ${AUDIT_RECORD.id} FROM audit_records
     WHERE ${AUDIT_RECORD.organizationId} = $1 OFFSET 0) AS r
   WHERE NOT EXISTS (SELECT FROM (
       SELECT FROM audit_seals
       WHERE ${AUDIT_SEAL.organizationId} = $1 AND ${AUDIT_SEAL.auditRecordId} = r.id OFFSET 0) AS s)
   EXCEPT SELECT ${AUDIT_UNSEALED.auditRecordId} FROM audit_unsealed u WHERE ${AUDIT_UNSEALED.organizationId} = $1
   ORDER BY 1 LIMIT 1`,
);
const LOST = new ScopedStatement(
  `SELECT ${AUDIT_UNSEALED.auditRecordId} AS id FROM audit_unsealed u WHERE ${AUDIT_UNSEALED.organizationId} = $1
     AND NOT EXISTS (SELECT FROM (
       SELECT FROM audit_records
       WHERE ${AUDIT_RECORD.organizationId} = $1
         AND ${AUDIT_RECORD.id} = ${AUDIT_UNSEALED.auditRecordId} OFFSET 0) AS r)
   ORDER BY ${AUDIT_UNSEALED.auditRecordId} LIMIT 1`,
);
const UNSEALED = new ScopedStatement(
  `SELECT count(*)::int AS count FROM audit_unsealed u WHERE ${AUDIT_UNSEALED.organizationId} = $1`,
);

/** How far the chain has been followed. */
interface Progress {
  checked: number;
  previous: Buffer;
  /** The record of the seal looked at last. */
  last: string | null;
  /** The first record whose seal is not what it and the seal before it make, or whose values lack their key. */
  brokenAt: string | null;
  /** Records with values that were erased. */
  erased: number;
}

/** Verifies that an organization's audit log is unchanged. */
@Injectable()
export class AuditVerificationService {
  constructor(
    private readonly database: TenantDatabase,
    private readonly values: PersonalValues,
    private readonly heads: ChainHeads,
  ) {}

  /**
   * Recomputes the chain of the organization in scope, up to its end at one moment, which the service has signed. It
   * finds records that were changed, removed, added or moved, also by somebody who made all later seals again. It can't
   * find that the whole database is an older copy of itself, or that all of a chain was removed with its end: for that,
   * keep exports.
   *
   * The seals are of what is stored, so those of records with erased values are as true as others. A key that is gone
   * without having been destroyed, or that somebody changed, breaks the log at the first record that needs it.
   *
   * A long chain is verified piece by piece, so that the reports of others can run in between.
   *
   * @param gone ends it at the next piece: the promise is then rejected with the signal's reason
   */
  async verify(gone: AbortSignal): Promise<AuditVerificationView> {
    const progress: Progress = { checked: 0, previous: CHAIN_START, last: null, brokenAt: null, erased: 0 };
    for (;;) {
      const view = await this.database.report(async (rows) => {
        for (let batch = 0; batch < BATCHES_AT_ONCE; batch++)
          if (!(await this.follow(rows, progress))) return this.conclude(rows, progress);
        return null;
      }, gone);
      if (view !== null) return view;
    }
  }

  /** Verifies the next piece of the chain. @returns whether there is more of it, and it is whole so far */
  private async follow(rows: SnapshotRows, progress: Progress): Promise<boolean> {
    // A seal before the first position is one that was slipped in, as one at any other wrong position.
    const seals = await rows<Seal>(SEALS, progress.checked === 0 ? BEFORE_ALL : progress.checked);
    const states = await this.values.statesIn(rows, seals);
    return followSeals(seals, states, progress);
  }

  /**
   * Looks for records that are in no chain and for entries without a record, and at the chain's signed end, in the
   * snapshot that has the chain's last seal.
   */
  private async conclude(rows: SnapshotRows, progress: Progress): Promise<AuditVerificationView> {
    const { checked, brokenAt, erased } = progress;
    const [sealless] = await rows<{ id: string }>(SEALLESS);
    const [lost] = await rows<{ id: string }>(LOST);
    const { count: unsealed } = onlyRow({ rows: await rows<{ count: number }>(UNSEALED) });
    // Ids are in the order of time.
    const [first = null] = [brokenAt, sealless?.id, lost?.id].filter((id) => id != null).sort();
    const valid = first === null && (await this.isEnd(rows, progress));
    return { valid, checked, unsealed, brokenAt: valid ? null : (first ?? progress.last), erased };
  }

  private async isEnd(rows: SnapshotRows, { checked, previous }: Progress): Promise<boolean> {
    const [head] = await rows<StoredHead>(HEAD);
    const end = previous === CHAIN_START ? null : { position: checked, hash: previous };
    return this.heads.isEnd(currentOrganizationId(), end, head ?? null);
  }
}

function followSeals(seals: readonly Seal[], states: readonly ValuesState[], progress: Progress): boolean {
  for (const [index, seal] of seals.entries()) {
    progress.checked++;
    progress.last = seal.recordId;
    // The record is gone, or a seal before this one is.
    const isThere = seal.id !== null && Number(seal.position) === progress.checked;
    if (isThere) progress.previous = sealOf(progress.previous, progress.checked, seal as SealableRecord);
    if (states[index] === 'erased') progress.erased++;
    if (!isThere || !progress.previous.equals(seal.hash) || states[index] === 'broken') {
      progress.brokenAt = seal.recordId;
      return false;
    }
  }
  return seals.length === SEALS_AT_A_TIME;
}
