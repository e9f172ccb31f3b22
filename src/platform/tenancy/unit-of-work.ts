import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { DataSource, type EntityTarget, type ObjectLiteral, type QueryRunner } from 'typeorm';
import { settleAll } from '../../kernel/settle-all';
import type { Turns } from '../../kernel/turns';
import { confirmPrincipal, currentContext, withContext, type Scope } from '../context/request-context';
import { holdWrites } from '../database/hold-writes';
import { LateTransaction } from '../database/late-transaction';
import { Transaction } from '../database/transaction';
import { InsertStatement } from './insert-statement';

const SET_SCOPE = {
  name: 'set-scope',
  text: `SELECT set_config('app.organization_id', $1, true), set_config('app.unscoped', $2, true)`,
};

/** What the unit of work uses of TypeORM's query runner beyond its interface. */
interface PipelinedQueryRunner extends Omit<QueryRunner, 'isTransactionActive'> {
  isTransactionActive: boolean;
  releasePostgresConnection(failure?: Error): Promise<void>;
}

/** Runs a change as one database transaction, inside the tenant's wall. */
@Injectable()
export class UnitOfWork {
  private readonly insertions = new Map<EntityTarget<ObjectLiteral>, InsertStatement>();

  /** @param turns of the organizations, at the connections of `dataSource` */
  constructor(
    private readonly dataSource: DataSource,
    private readonly apartWrites: Pool,
    private readonly turns: Turns,
  ) {}

  /**
   * Runs `work` in a transaction of the current scope and commits it with what it deferred (audit records, outbox
   * events). A unit inside a unit joins it: the outermost commits. When `work` throws, nothing of it stays; nor when it took
   * its time and its caller meanwhile lost the right to it.
   *
   * @returns what `work` returns
   * @throws whatever `work` throws, after the rollback; Unauthenticated, Forbidden; Unavailable when the organization has
   *   too many others open
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { transaction, late, scope } = currentContext();
    if (transaction !== null) return work();
    if (late !== null) return withContext({ transaction: await late.ask() }, work);
    if (scope === null) throw new Error('No scope: a unit of work needs an organization or a reason to have none.');
    return this.transact(scope, work);
  }

  /**
   * Like {@link run}, for a change that belongs to no single organization, such as registration. Inside, rows name
   * their organization themselves. Joined to an open unit, only `work` leaves the scope, with what it deferred.
   *
   * @param reason why the tenant's wall is left; shown in the list that the architecture test prints
   */
  async runUnscoped<T>(reason: string, work: () => Promise<T>): Promise<T> {
    const { late, scope: outer } = currentContext();
    const scope: Scope = { unscoped: reason };
    const transaction = currentContext().transaction ?? (await late?.ask()) ?? null;
    if (transaction === null) return this.transact(scope, work);
    await setScope(transaction.client, scope);
    try {
      const result = await withContext({ scope, transaction }, work);
      // Its audit records may belong to other organizations, so they are written before the wall is up again.
      await transaction.flush();
      return result;
    } finally {
      // Fails only in a transaction that is lost anyway; the error that broke it is the one to show.
      await setScope(transaction.client, outer).catch(() => undefined);
    }
  }

  /**
   * Makes one transaction of all units of work in `work`. It opens with the first of them, or at the end of `work`: what is
   * waited for before holds no connection.
   *
   * @param within is called in the transaction, to go on with `work`. When it does not, `work` changes nothing.
   * @returns what `within` returns
   * @throws whatever `within` throws, after the rollback; see {@link run}
   */
  async runLate<Result, T>(
    work: () => Promise<Result>,
    within: (goOn: () => Promise<Result>) => Promise<T>,
  ): Promise<T> {
    const late = new LateTransaction();
    const working = withContext({ late }, work);
    await Promise.race([late.asked, working.catch(() => undefined)]);
    try {
      return await this.run(() =>
        within(() => {
          late.begin(this.current);
          return working;
        }),
      );
    } finally {
      late.end(new Error('The transaction is over.'));
    }
  }

  /**
   * Runs one statement in a transaction of its own, on a connection of its own: what it writes stays, whatever becomes of
   * the unit of work that may be open, and it never waits for one.
   *
   * @param reason see {@link runUnscoped}
   */
  async writeApart<Row extends object>(reason: string, query: QueryConfig): Promise<Row[]> {
    const client = await this.apartWrites.connect();
    let failed = true;
    try {
      holdWrites(client);
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
   * Inserts a row as it stands, into the open transaction. What belongs to an organization goes through the repositories
   * of its domain, which stamp it with the one in scope; here a row names its organization itself.
   *
   * @param row with every field of the entity
   * @throws Error outside of a unit of work
   */
  async insert<Row extends ObjectLiteral>(entity: EntityTarget<Row>, row: Row): Promise<void> {
    const { client, manager } = this.current;
    let insertion = this.insertions.get(entity);
    if (insertion === undefined) {
      insertion = new InsertStatement(manager.connection.getMetadata(entity));
      this.insertions.set(entity, insertion);
    }
    await client.query(insertion.of(row));
  }

  /** What an organization does, and who calls for it, waits its turn; what is the platform's own does not. */
  private transact<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    const organizationId =
      'organizationId' in scope ? scope.organizationId : currentContext().principal?.organizationId;
    if (organizationId === undefined) return this.onConnection(scope, work);
    return this.turns.take(organizationId, () => this.onConnection(scope, work));
  }

  private async onConnection<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner() as unknown as PipelinedQueryRunner;
    const client = (await runner.connect()) as PoolClient;
    // BEGIN and COMMIT are sent here, pipelined, so TypeORM has to be told that a transaction is open.
    runner.isTransactionActive = true;
    const transaction = new Transaction(client, runner.manager);
    let failure: Error | undefined;
    try {
      // Sent in one go and answered in order: the first statement of `work` follows without a round trip of its own.
      holdWrites(client);
      const begun = Promise.all([client.query('BEGIN'), setScope(client, scope)]);
      const [result] = await settleAll([withContext({ scope, transaction }, work), begun] as const);
      // Outside of the transaction: what it did to the caller's own credential is not committed yet.
      await confirmPrincipal();
      // A failed flush makes PostgreSQL turn the COMMIT right behind it into a rollback, so the two travel together.
      holdWrites(client);
      const [, commit] = await settleAll([transaction.flush(), client.query('COMMIT')] as const);
      // Work that swallowed a failed statement would look like a success: PostgreSQL only names what it did instead.
      if (commit.command !== 'COMMIT') throw new Error('The transaction had failed before its commit.');
      transaction.notifyCommitted();
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => (failure = rollbackError));
      throw error;
    } finally {
      runner.isTransactionActive = false;
      // A connection that could not even be rolled back is closed, not reused.
      await (failure === undefined ? runner.release() : runner.releasePostgresConnection(failure));
    }
  }
}

function setScope(client: PoolClient, scope: Scope | null): Promise<unknown> {
  const organizationId = scope !== null && 'organizationId' in scope ? scope.organizationId : '';
  const reason = scope !== null && 'unscoped' in scope ? scope.unscoped : '';
  return client.query({ ...SET_SCOPE, values: [organizationId, reason] });
}
