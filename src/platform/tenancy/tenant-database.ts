import { Injectable } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import type { Clock } from '../../kernel/clock';
import { NIL_ID } from '../../kernel/ids';
import { offsetOf, type PageRequest } from '../../kernel/page';
import type { FairLimiter } from '../../kernel/fair-limiter';
import { currentContext, currentOrganizationId, currentTransaction } from '../context/request-context';
import { onlyRow } from '../database/only-row';
import type { OpenDatabase } from '../database/open-database';
import { PipelinedConnections } from '../database/pipelined-connections';
import type { ReportConnections } from '../database/report-connections';
import { LargeLists } from './large-lists';
import {
  ListStatements,
  type ListFilter,
  type ListOrder,
  type ListShape,
  type UnscopedListShape,
} from './list-statements';
import { readInTransaction, setScope } from './set-scope';
import { listValues, pageOf, withIds, type Listed } from './list-pages';
import { walk, type ListRows, type WalkedRows } from './list-walk';
import { OpenWrites } from './open-writes';
import { readSnapshot, type SnapshotRows } from './snapshot';
import type { ScopedStatement, UnscopedStatement } from './statement';

export type { SnapshotRows } from './snapshot';

/** The connections for reads, and the limiters that share them among organizations. */
type ReadingConnections = Pick<
  OpenDatabase,
  | 'isDistributed'
  | 'reads'
  | 'listLimiter'
  | 'largeListLimiter'
  | 'longReads'
  | 'longReadLimiter'
  | 'reports'
  | 'reportLimiter'
>;

/** A page that comes after so many rows counts as a long read, since PostgreSQL goes through them all. */
const DEEP = 1_000;
/** The limiter's key of callers without an organization. */
const NO_TENANT_KEY = '';

/** Reads: every query of the product goes through here, where the scope and row-level security both apply. */
@Injectable()
export class TenantDatabase {
  private readonly lists = new ListStatements();
  private readonly largeLists = new LargeLists();

  private readonly openWrites: OpenWrites;

  constructor(
    private readonly connections: ReadingConnections,
    clock: Clock,
  ) {
    this.openWrites = new OpenWrites(clock, connections.reads);
  }

  /**
   * Runs a statement over the rows of the organization in scope. Inside a unit of work it sees that unit's changes.
   *
   * @param values from `$2` on; `$1` is the organization
   */
  async rows<Row extends QueryResultRow>(statement: ScopedStatement<Row>, ...values: unknown[]): Promise<Row[]> {
    const transaction = currentTransaction();
    const parameters = [currentOrganizationId(), ...values];
    if (transaction === null) return this.read<Row>(this.connections.reads, statement, parameters);
    return (await transaction.client.query<Row>({ ...statement.inTransaction, values: parameters })).rows;
  }

  /** The first of {@link rows}, or null. */
  async row<Row extends QueryResultRow>(statement: ScopedStatement<Row>, ...values: unknown[]): Promise<Row | null> {
    return (await this.rows<Row>(statement, ...values))[0] ?? null;
  }

  /** The row of a statement that always returns exactly one, such as a count. See {@link rows}. */
  async only<Row extends QueryResultRow>(statement: ScopedStatement<Row>, ...values: unknown[]): Promise<Row> {
    return onlyRow({ rows: await this.rows<Row>(statement, ...values) });
  }

  /**
   * One page of a list with the number of all matching rows, from one snapshot. Lists that scan, and pages far from the
   * first, run on the connections for long reads. The others run on those for short reads, but leave one of them to
   * other organizations. All lists that had very many rows when last read leave one to everything else.
   *
   * @param shape what is listed; a constant of the repository
   * @param filters the conditions that the caller asked for, beside `ids`
   */
  async list<Row extends QueryResultRow>(
    shape: ListShape<Row>,
    filters: readonly ListFilter[],
    order: ListOrder,
    page: PageRequest,
  ): Promise<ListRows<Row>> {
    return this.page(shape, withIds(shape, filters, page), order, page);
  }

  /** Like {@link list}, for a list that can be walked through by cursor, and asked what has changed. */
  async walkedList<Row extends QueryResultRow>(
    shape: ListShape<Row>,
    filters: readonly ListFilter[],
    order: ListOrder,
    page: PageRequest,
  ): Promise<WalkedRows<Row>> {
    const { cursor, limit } = page;
    // Asked before the list is read, and in a walk before its first page is.
    const nextUpdatedSince =
      cursor?.nextUpdatedSince ?? (await this.openWrites.settledBefore(currentOrganizationId())).toISOString();
    if (cursor === undefined) return { ...(await this.list(shape, filters, order, page)), nextUpdatedSince };
    const byId = { ...shape, sorts: { id: shape.id } };
    const all = withIds(shape, filters, page);
    return walk<Row>(
      cursor,
      limit,
      nextUpdatedSince,
      (most) => this.page(byId, all, { by: 'id', direction: 'asc' }, { page: 1, limit: most }),
      (after, most) => this.rowsAfter(shape, all, after, most),
    );
  }

  private async rowsAfter<Row extends QueryResultRow>(
    shape: ListShape<Row>,
    filters: readonly ListFilter[],
    after: string,
    limit: number,
  ): Promise<Row[]> {
    const organizationId = currentOrganizationId();
    const values = [organizationId, after, limit, ...filters.flatMap((filter) => filter.values)];
    const statement = this.lists.statementAfter(shape, filters);
    const { reads, listLimiter, longReads, longReadLimiter } = this.connections;
    return filters.some((filter) => filter.scans)
      ? longReadLimiter.run(organizationId, () => this.read<Row>(longReads, statement, values))
      : listLimiter.run(organizationId, () => this.read<Row>(reads, statement, values));
  }

  private async page<Row extends QueryResultRow>(
    shape: ListShape<Row>,
    filters: readonly ListFilter[],
    order: ListOrder,
    page: PageRequest,
  ): Promise<{ rows: Row[]; total: number }> {
    const statement = this.lists.statement(shape, filters, order);
    const values = listValues(filters, page);
    if (currentTransaction() !== null) return pageOf(await this.rows<Listed<Row>>(statement, ...values));
    const organizationId = currentOrganizationId();
    return pageOf(await this.listed<Row>(organizationId, statement, [organizationId, ...values], filters, page));
  }

  /**
   * The next rows of a list in the order of their ids, for an export that reads page by page and keeps no connection in
   * between. Like a report it may run on a read replica.
   *
   * @param after the last id of the page before, or null for the first page
   */
  async listAfter<Row extends QueryResultRow>(
    shape: ListShape<Row>,
    filters: readonly ListFilter[],
    after: string | null,
    limit: number,
  ): Promise<Row[]> {
    const organizationId = currentOrganizationId();
    const values = [organizationId, after ?? NIL_ID, limit, ...filters.flatMap((filter) => filter.values)];
    const statement = this.lists.statementAfter(shape, filters);
    const { reports, reportLimiter } = this.connections;
    return reportLimiter.run(organizationId, () => this.read<Row>(reports, statement, values));
  }

  /** Runs a statement over all organizations' rows, for the reason that the statement itself states. */
  async unscopedRows<Row extends QueryResultRow>(
    statement: UnscopedStatement<Row>,
    ...values: unknown[]
  ): Promise<Row[]> {
    const transaction = currentTransaction();
    if (transaction === null) return this.read<Row>(this.connections.reads, statement, values);
    const { client } = transaction;
    const { isDistributed } = this.connections;
    const set = isDistributed ? setScope(client, { unscoped: statement.reason }) : undefined;
    const queried = client.query<Row>({ ...(isDistributed ? statement.inTransaction : statement.alone), values });
    // Sent right behind it, so that the unit of work is back in its own scope before its next statement runs.
    const [result] = await Promise.all([queried, setScope(client, currentContext().scope), set]);
    return result.rows;
  }

  /** The first of {@link unscopedRows}, or null. */
  async unscopedRow<Row extends QueryResultRow>(
    statement: UnscopedStatement<Row>,
    ...values: unknown[]
  ): Promise<Row | null> {
    return (await this.unscopedRows<Row>(statement, ...values))[0] ?? null;
  }

  /** Like {@link only}, over all organizations' rows. */
  async unscopedOnly<Row extends QueryResultRow>(
    statement: UnscopedStatement<Row>,
    ...values: unknown[]
  ): Promise<Row> {
    return onlyRow({ rows: await this.unscopedRows<Row>(statement, ...values) });
  }

  /**
   * Like {@link list}, over all organizations' rows, for the reason that the shape states.
   *
   * @param taken the values that the shape itself takes, from `$1` on
   */
  async unscopedList<Row extends QueryResultRow>(
    shape: UnscopedListShape<Row>,
    filters: readonly ListFilter[],
    order: ListOrder,
    page: PageRequest,
    ...taken: unknown[]
  ): Promise<ListRows<Row>> {
    const all = withIds(shape, filters, page);
    const statement = this.lists.unscopedStatement(shape, taken.length, all, order);
    const values = [...taken, ...listValues(all, page)];
    if (currentTransaction() !== null) return pageOf(await this.unscopedRows<Listed<Row>>(statement, ...values));
    const name = currentContext().principal?.organizationId ?? NO_TENANT_KEY;
    return pageOf(await this.listed<Row>(name, statement, values, all, page));
  }

  /**
   * Runs statements that read a lot, for seconds at most (a calendar, a manifest), on connections where no short read
   * waits behind them. All of them see one snapshot of the organization in scope.
   */
  longRead<T>(work: (rows: SnapshotRows) => Promise<T>): Promise<T> {
    return this.inSnapshot(this.connections.longReads, this.connections.longReadLimiter, work);
  }

  /**
   * Like {@link longRead}, for reads that may take minutes. If there is a read replica they run there, and may miss the
   * latest writes.
   *
   * @param signal ends the wait for a connection: the promise is then rejected with the signal's reason
   */
  report<T>(work: (rows: SnapshotRows) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.inSnapshot(this.connections.reports, this.connections.reportLimiter, work, signal);
  }

  private async listed<Row extends QueryResultRow>(
    name: string,
    statement: ScopedStatement<Listed<Row>> | UnscopedStatement<Listed<Row>>,
    values: unknown[],
    filters: readonly ListFilter[],
    page: PageRequest,
  ): Promise<Listed<Row>[]> {
    const { reads, listLimiter, largeListLimiter, longReads, longReadLimiter } = this.connections;
    if (offsetOf(page) >= DEEP || filters.some((filter) => filter.scans))
      return longReadLimiter.run(name, () => this.read<Listed<Row>>(longReads, statement, values));
    const key = JSON.stringify([name, statement.alone.name, filters.map((filter) => filter.values)]);
    const read = async () => {
      try {
        const rows = await this.read<Listed<Row>>(reads, statement, values);
        this.largeLists.note(key, rows[0]?.total ?? 0);
        return rows;
      } catch (error) {
        // Perhaps it took too long.
        this.largeLists.note(key, Infinity);
        throw error;
      }
    };
    // The organization's own limit first: while a list waits for the other limit, only its own organization waits.
    return listLimiter.run(name, () => (this.largeLists.has(key) ? largeListLimiter.run(name, read) : read()));
  }

  /** Outside of a transaction; or in one of its own where a distributed database needs it. */
  private async read<Row extends QueryResultRow>(
    connections: PipelinedConnections | ReportConnections,
    statement: ScopedStatement<Row> | UnscopedStatement<Row>,
    values: unknown[],
  ): Promise<Row[]> {
    const { isDistributed, longReads } = this.connections;
    if (!isDistributed || !statement.needsTransaction)
      return (await connections.query<Row>({ ...statement.alone, values })).rows;
    const scope = 'reason' in statement ? { unscoped: statement.reason } : { organizationId: currentOrganizationId() };
    const pool = connections instanceof PipelinedConnections ? longReads : connections;
    return (await readInTransaction<Row>(pool, scope, statement.inTransaction, values)).rows;
  }

  private inSnapshot<T>(
    connections: Pool | ReportConnections,
    limiter: FairLimiter,
    work: (rows: SnapshotRows) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const organizationId = currentOrganizationId();
    const read = async () => readSnapshot(await connections.connect(), organizationId, work);
    return limiter.run(organizationId, read, signal);
  }
}
