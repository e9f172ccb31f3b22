import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { lastOf, pairsOf } from '../../../kernel/lists';
import { periodOf, type Period } from '../../../kernel/period';
import { canonicalJson, CHAIN_START, type SealableRecord } from '../../../platform/audit/audit-chain';
import { PersonalValues, type OpenedValues } from '../../../platform/audit/personal-values';
import { currentContext, renewPrincipal, runInContext } from '../../../platform/context/request-context';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { OrganizationsService } from '../../people/organizations';
import type { AuditExportQuery } from './audit-logs.dto';
import { HASH_AT, SEALS, SEALS_AT_A_TIME, type Seal } from './seals';
import { columnsOf } from '../../../platform/database/table';
import { AuditSeal } from '../../../platform/audit/audit-seal.entity';
import { AuditRecord } from '../../../platform/audit/audit-record.entity';

const AUDIT_RECORD = columnsOf(AuditRecord, 'r');
const AUDIT_SEAL = columnsOf(AuditSeal);

/** Record by record: a join goes through the seals of all organizations where PostgreSQL expects few. */
const PLACES = `SELECT min(s.position) AS first, max(s.position) AS last FROM audit_records r
  CROSS JOIN LATERAL (
    SELECT ${AUDIT_SEAL.position} FROM audit_seals
    WHERE ${AUDIT_SEAL.organizationId} = $1 AND ${AUDIT_SEAL.auditRecordId} = ${AUDIT_RECORD.id} LIMIT 1
  ) AS s WHERE ${AUDIT_RECORD.organizationId} = $1`;
const PLACES_OF_PERIOD = new ScopedStatement(`${PLACES} AND ${AUDIT_RECORD.occurredAt} BETWEEN $2 AND $3`);
const WHOLE_CHAIN = new ScopedStatement(
  `SELECT min(${AUDIT_SEAL.position}) AS first, max(${AUDIT_SEAL.position}) AS last FROM audit_seals
   WHERE ${AUDIT_SEAL.organizationId} = $1`,
);

/** A record of the chain, and its personal values. */
interface OpenedSeal {
  readonly seal: Seal;
  readonly values: OpenedValues | null;
}

/** A contiguous piece of a chain. */
interface Piece {
  readonly first: number;
  readonly last: number;
  /** The seal right before it. */
  readonly previous: Buffer;
}

/** Writes sealed audit records of the organization in scope as JSON, a record a line. */
@Injectable()
export class AuditExportService {
  constructor(
    private readonly database: TenantDatabase,
    private readonly values: PersonalValues,
    private readonly organizations: OrganizationsService,
  ) {}

  /**
   * A stream of a piece of the chain without gaps, so that its seals can be recomputed: from the first record of the
   * period to the last, by their positions in the chain. The order of the chain is that of commits, so at the edges there
   * may be records that occurred a moment outside the period.
   *
   * Each batch is read only after the one before is sent: a slow reader costs neither memory nor a connection. The first
   * is read before the response begins, so that a failure can still become an error response.
   *
   * @throws ValidationFailed when the period ends before it starts
   */
  async stream(query: AuditExportQuery, gone: AbortSignal): Promise<Readable> {
    const period = await periodOf(query, async () => (await this.organizations.current()).timezone);
    const piece = await this.pieceOf(period, gone);
    if (piece === null) return Readable.from([], { objectMode: false });
    const first = await this.sealsBehind(piece.first - 1, gone);
    return Readable.from(this.lines(piece, first, gone), { objectMode: false, highWaterMark: 1 });
  }

  /** Null when no sealed record is of the period. */
  private pieceOf({ from, to }: Period, gone: AbortSignal): Promise<Piece | null> {
    return this.database.report(async (rows) => {
      const bounds = [from ?? '-infinity', to ?? 'infinity'];
      const [positions] =
        from === undefined && to === undefined
          ? await rows<{ first: string | null; last: string }>(WHOLE_CHAIN)
          : await rows<{ first: string | null; last: string }>(PLACES_OF_PERIOD, ...bounds);
      if (positions === undefined || positions.first === null) return null;
      const first = Number(positions.first);
      const [before] = await rows<{ hash: Buffer }>(HASH_AT, first - 1);
      return { first, last: Number(positions.last), previous: before?.hash ?? CHAIN_START };
    }, gone);
  }

  private sealsBehind(position: number, gone: AbortSignal): Promise<OpenedSeal[]> {
    return this.database.report(async (rows) => {
      const seals = await rows<Seal>(SEALS, position);
      const values = await this.values.openIn(rows, seals);
      return pairsOf(seals, values).map(([seal, own]) => ({ seal, values: own }));
    }, gone);
  }

  private async *lines(piece: Piece, first: OpenedSeal[], gone: AbortSignal): AsyncGenerator<Buffer> {
    // The reader of the stream resumes the generator in its own context, so each batch restores the request's.
    const context = currentContext();
    let { previous } = piece;
    for (let seals = first; seals.length > 0;) {
      const lines = [];
      for (const { seal, values } of seals) {
        if (Number(seal.position) > piece.last) break;
        lines.push(lineOf(previous, seal, values));
        previous = seal.hash;
      }
      if (lines.length > 0) yield Buffer.from(lines.join(''));
      if (lines.length < SEALS_AT_A_TIME) return;
      const end = Number(lastOf(seals).seal.position);
      seals = await runInContext(context, async () => {
        await renewPrincipal();
        return this.sealsBehind(end, gone);
      });
    }
  }
}

/**
 * The seal is SHA-256 of the previous seal followed by the line's record, which stands there as it is sealed: with
 * personal values encrypted. They follow readably, as far as they are not erased.
 */
function lineOf(previous: Buffer, seal: Seal, values: OpenedValues | null): string {
  const { position, hash } = seal;
  // Of a record that is gone, only the seal is left.
  const record = seal.id === null ? 'null' : canonicalJson(Number(position), seal as SealableRecord);
  return `{"previousSeal":"${previous.toString('hex')}","record":${record},"seal":"${hash.toString('hex')}","personal":${JSON.stringify(values)}}\n`;
}
