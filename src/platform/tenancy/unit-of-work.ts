import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { DataSource, type ObjectLiteral, type QueryRunner } from 'typeorm';
import type { Clock } from '../../kernel/clock';
import { settleAll } from '../../kernel/settle-all';
import type { FairLimiter } from '../../kernel/fair-limiter';
import {
  confirmPrincipal,
  currentContext,
  currentOrganizationId,
  withContext,
  type Scope,
} from '../context/request-context';
import { BY_INDEX } from '../database/by-index';
import { corkWrites } from '../database/cork-writes';
import { DeferredTransaction } from '../transaction/deferred-transaction';
import type { NamedStatement } from '../database/named';
import { Transaction } from '../transaction/transaction';
import { deleteOf, insertOf, updateOf } from './row-statements';
import { announceInScope, setScope } from './set-scope';
import type { ScopedStatement } from './statement';
import type { EntityClass } from '../database/table';

/** What the unit of work uses of TypeORM's query runner beyond its interface. */
interface PipelinedQueryRunner extends Omit<QueryRunner, 'isTransactionActive'> {
  isTransactionActive: boolean;
  releasePostgresConnection(failure?: Error): Promise<void>;
}

/** Runs a change as one database transaction, limited to the scope. */
@Injectable()
export class UnitOfWork {
  /**
   * @param autonomousWrites the connections of {@link writeAutonomous}
   * @param limiter shares the connections of `dataSource` among the organizations
   */
  constructor(
    private readonly dataSource: DataSource,
    private readonly autonomousWrites: Pool,
    private readonly limiter: FairLimiter,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `work` in a transaction of the current scope and commits it with what it deferred (audit records, outbox
   * events). A unit inside a unit joins it: the outermost commits. Everything is rolled back when `work` throws, and
   * when the caller loses its right to the change while `work` runs.
   *
   * @returns what `work` returns
   * @throws whatever `work` throws, after the rollback; Unauthenticated or Forbidden when the caller has lost its
   *   right; Unavailable when the organization has too many other units open
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { transaction, deferred, scope } = currentContext();
    if (transaction !== null) return this.join(transaction, work);
    if (deferred !== null) return withContext({ transaction: await deferred.ask() }, () => this.run(work));
    if (scope === null) throw new Error('No scope: a unit of work needs an organization or a reason to have none.');
    return this.transact(scope, work);
  }

  /** What fails in a unit inside a unit fails there: the outer one may go on without it. */
  private async join<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
    const result = await work();
    await transaction.awaitAll();
    return result;
  }

  /**
   * Like {@link run}, for a change that belongs to no single organization, such as registration. The rows it writes
   * must name their organization themselves. Inside an open unit only `work`, and what it defers, leaves the unit's
   * scope.
   *
   * @param reason why it runs unscoped; shown in the list that the architecture test prints
   */
  async runUnscoped<T>(reason: string, work: () => Promise<T>): Promise<T> {
    const { deferred } = currentContext();
    const scope: Scope = { unscoped: reason };
    const transaction = currentContext().transaction ?? (await deferred?.ask()) ?? null;
    return transaction === null ? this.transact(scope, work) : this.inScope(scope, transaction, work);
  }

  /**
   * Like {@link runUnscoped}, in a transaction of its own whatever is open: what it writes stays even if the open unit of
   * work is rolled back.
   */
  runAutonomous<T>(reason: string, work: () => Promise<T>): Promise<T> {
    return withContext({ transaction: null, deferred: null }, () => this.runUnscoped(reason, work));
  }

  /**
   * Runs `work`, and writes what it defers, in the scope of one organization, inside an open unscoped unit of work.
   *
   * @throws Error outside of a unit of work
   */
  async runScoped<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    // What was deferred so far may belong to other organizations.
    await this.current.flush();
    return this.inScope({ organizationId }, this.current, work);
  }

  private async inScope<T>(scope: Scope, transaction: Transaction, work: () => Promise<T>): Promise<T> {
    const { scope: outer } = currentContext();
    await (transaction.isUnscoped ? setScope(transaction.client, scope) : announceInScope(transaction, scope));
    try {
      const result = await withContext({ scope, transaction }, () => this.join(transaction, work));
      // Its audit records may belong to other organizations, so they are written before the outer scope is restored.
      await transaction.flush();
      return result;
    } finally {
      // Fails only in a transaction that is lost anyway; the error that broke it is the one to show.
      await setScope(transaction.client, outer).catch(() => undefined);
    }
  }

  /**
   * Runs one statement of a background job, planned {@link BY_INDEX}, in a unit of work of its own: the setting applies
   * to the whole transaction.
   *
   * @param reason see {@link runUnscoped}
   */
  runByIndex<Row extends object>(reason: string, query: QueryConfig): Promise<QueryResult<Row>> {
    return this.runUnscoped(reason, async () => {
      const { client } = this.current;
      const [, result] = await Promise.all([client.query(BY_INDEX), client.query<Row>(query)]);
      return result;
    });
  }

  /**
   * Runs all units of work in `work` in one transaction. It opens when the first of them starts, or else when `work`
   * ends: until then `work` occupies no connection.
   *
   * @param wrap is called in the transaction; it calls `proceed` to let `work` continue. Without that call `work`
   *   changes nothing.
   * @returns what `wrap` returns
   * @throws whatever `wrap` throws, after the rollback; see {@link run}
   */
  async runDeferred<Result, T>(
    work: () => Promise<Result>,
    wrap: (proceed: () => Promise<Result>) => Promise<T>,
  ): Promise<T> {
    const deferred = new DeferredTransaction();
    const working = withContext({ deferred }, work);
    await Promise.race([deferred.asked, working.catch(() => undefined)]);
    try {
      return await this.run(() =>
        wrap(() => {
          deferred.begin(this.current);
          return working;
        }),
      );
    } finally {
      deferred.end(new Error('The transaction is over.'));
    }
  }

  /**
   * Runs one statement as an autonomous transaction, on a connection of its own: what it writes stays even if the open
   * unit of work is rolled back, and it never waits for the connections of units of work.
   *
   * @param reason see {@link runUnscoped}
   */
  async writeAutonomous<Row extends object>(reason: string, query: QueryConfig): Promise<Row[]> {
    const client = await this.autonomousWrites.connect();
    let failed = true;
    try {
      corkWrites(client);
      const [, , result] = await settleAll([
        client.query('BEGIN'),
        setScope(client, { unscoped: reason }),
        client.query<Row>(query),
        client.query('COMMIT'),
      ] as const);
      failed = false;
      return result.rows;
    } finally {
      client.release(failed);
    }
  }

  /**
   * The open transaction.
   *
   * @throws Error outside of a unit of work: changes are only made inside one
   */
  get current(): Transaction {
    const { transaction } = currentContext();
    if (transaction === null) throw new Error('No open unit of work.');
    return transaction;
  }

  /**
   * Runs a statement that changes or locks rows of the organization in scope, in the open transaction. It is sent
   * before this returns, so that statements run in the order of the calls.
   *
   * @param values from `$2` on; `$1` is the organization
   * @returns the rows that the statement returns, and how many it has changed or locked
   * @throws Error outside of a unit of work, or without an organization in scope
   */
  write<Row extends QueryResultRow>(statement: ScopedStatement<Row>, ...values: unknown[]): Promise<QueryResult<Row>> {
    return this.writeUnscoped(statement.inTransaction, currentOrganizationId(), ...values);
  }

  /**
   * Like {@link write}, for a statement that does not take the organization in scope: its rows belong to none, or the
   * caller names whose they are. It reaches no more rows than the scope of the unit of work allows.
   *
   * @param values from `$1` on
   * @throws Error outside of a unit of work
   */
  writeUnscoped<Row extends QueryResultRow>(
    statement: NamedStatement<Row>,
    ...values: unknown[]
  ): Promise<QueryResult<Row>> {
    return this.current.client.query<Row>({ ...statement, values });
  }

  /**
   * Inserts a row as it is, into the open transaction. Domains insert through their repositories, which stamp rows with
   * the organization in scope; here the row must name its organization itself.
   *
   * @param row with every field of the entity
   * @throws Error outside of a unit of work
   */
  async insert<Entity extends ObjectLiteral>(entity: EntityClass<Entity>, row: Entity): Promise<void> {
    await this.current.client.query(insertOf(entity, row));
  }

  /**
   * Writes the given columns of the row with this key, in the open transaction; says whether there was one. Domains
   * update through their repositories, as they insert.
   *
   * @throws Error outside of a unit of work
   */
  async update<Entity extends ObjectLiteral>(
    entity: EntityClass<Entity>,
    key: Partial<Entity>,
    changes: Partial<Entity>,
  ): Promise<boolean> {
    return ((await this.current.client.query(updateOf(entity, key, changes))).rowCount ?? 0) > 0;
  }

  /** Deletes the row with this key; see {@link update}. */
  async delete<Entity extends ObjectLiteral>(entity: EntityClass<Entity>, key: Partial<Entity>): Promise<boolean> {
    return ((await this.current.client.query(deleteOf(entity, key))).rowCount ?? 0) > 0;
  }

  /** Work for an organization, or requested by one of its members, passes the limiter; the platform's own does not. */
  private transact<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    const organizationId =
      'organizationId' in scope ? scope.organizationId : currentContext().principal?.organizationId;
    if (organizationId === undefined) return this.onConnection(scope, work);
    return this.limiter.run(organizationId, () => this.onConnection(scope, work));
  }

  private async onConnection<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner() as unknown as PipelinedQueryRunner;
    const client = (await runner.connect()) as PoolClient;
    // BEGIN and COMMIT are sent here, pipelined, so TypeORM does not know that a transaction is open.
    runner.isTransactionActive = true;
    const transaction = new Transaction(client, this.clock.now(), 'unscoped' in scope);
    let failure: Error | undefined;
    try {
      // Sent in one go: the first statement of `work` follows without a round trip of its own.
      corkWrites(client);
      const begun = Promise.all([client.query('BEGIN'), announceInScope(transaction, scope)]);
      const [result] = await settleAll([withContext({ scope, transaction }, work), begun] as const);
      await transaction.prepare();
      await transaction.flushSurplus();
      // Reads outside of the transaction, which may have changed the caller's own credential but has not committed yet.
      await confirmPrincipal();
      // A failed flush makes PostgreSQL turn the COMMIT right behind it into a rollback, so the two travel together.
      corkWrites(client);
      const [, , commit] = await settleAll([
        transaction.awaitAll(),
        transaction.flushNext(),
        client.query('COMMIT'),
      ] as const);
      // If `work` swallowed a failed statement, PostgreSQL rolls back without an error: only the command's name shows
      // it.
      if (commit.command !== 'COMMIT') throw new Error('The transaction had failed before its commit.');
      transaction.notifyCommitted();
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => (failure = rollbackError));
      throw transaction.causeOf(error);
    } finally {
      runner.isTransactionActive = false;
      // A connection that could not even be rolled back is closed, not reused.
      await (failure === undefined ? runner.release() : runner.releasePostgresConnection(failure));
    }
  }
}
