import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { SystemClock } from '../../src/kernel/clock';
import { APPEND_ONLY_TABLES } from '../../src/platform/audit/audit-tables';
import { prepareApplicationRole } from '../../src/platform/database/application-role';
import { migrate } from '../../src/platform/database/migrate';
import { openDatabase, type OpenDatabase } from '../../src/platform/database/open-database';
import { runInContext, systemContext, type Scope } from '../../src/platform/context/request-context';
import { ScopedStatement, UnscopedStatement } from '../../src/platform/tenancy/statement';
import { TenantDatabase } from '../../src/platform/tenancy/tenant-database';
import { UnitOfWork } from '../../src/platform/tenancy/unit-of-work';
import { ADMIN_URL, clusterPorts, createEmptyDatabase, type TestDatabase } from '../support/database';
import { Seeder } from './seed';

const APPEND_ONLY = ['audit_records', 'audit_seals'];
/** See NOT_A_TENANTS in database.spec.ts. */
const NOT_A_TENANTS = ['sessions'];

/**
 * The tests of the walls between tenants, for one way to reach the database.
 *
 * @param open makes a migrated database and says how the service reaches it
 * @param bypasses whether row-level security does not bind the login itself
 */
export function describeWalls(open: () => Promise<TestDatabase>, bypasses: boolean): void {
  const ours = randomUUID();
  const theirs = randomUUID();
  let database: TestDatabase;
  let superuser: Client;
  let seeder: Seeder;
  let connections: OpenDatabase;
  let tenantDatabase: TenantDatabase;
  let unitOfWork: UnitOfWork;
  let tenantTables: string[];

  beforeAll(async () => {
    database = await open();
    superuser = new Client(asSuperuser(database.url));
    await superuser.connect();
    seeder = await Seeder.read(superuser);
    tenantTables = seeder.tables.filter(
      (table) => seeder.organizationColumn(table) !== null && !NOT_A_TENANTS.includes(table),
    );
    await seed(superuser, seeder, [ours, theirs]);
    connections = await openDatabase(database.url, await prepareApplicationRole(database.url, APPEND_ONLY_TABLES), 8);
    tenantDatabase = new TenantDatabase(connections, new SystemClock());
    unitOfWork = new UnitOfWork(
      connections.dataSource,
      connections.autonomousWrites,
      connections.limiter,
      new SystemClock(),
    );
  });

  afterAll(async () => {
    await connections?.close();
    await superuser?.end();
    await database?.drop();
  });

  it('tests a login of that kind, and tables that all have rows', async () => {
    const login = new Client(database.url);
    await login.connect();
    const { rows } = await login.query(
      'SELECT rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user',
    );
    await login.end();
    expect(rows).toEqual([{ bypasses }]);

    expect(seeder.tables).toEqual(
      expect.arrayContaining([
        'organizations',
        'users',
        'sessions',
        'jobs',
        'tours',
        'events',
        'expenses',
        ...APPEND_ONLY,
      ]),
    );
    for (const table of seeder.tables) {
      const counted = await superuser.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
      expect({ table, count: counted.rows[0]!.count }).not.toEqual({ table, count: 0 });
    }
  });

  it('runs every connection as a role that the policies bind', async () => {
    const query = 'SELECT rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user';
    for (const connection of everyConnection()) expect(await connection(query)).toEqual([{ bypasses: false }]);
  });

  it('shows no row to a query outside of any scope', async () => {
    for (const connection of everyConnection()) {
      for (const table of seeder.tables) {
        expect({ table, rows: await connection(`SELECT 1 FROM ${table}`) }).toEqual({ table, rows: [] });
      }
    }
  });

  it("shows every table's own rows and no others to a query without a condition", async () => {
    for (const table of tenantTables) {
      const owner = seeder.organizationColumn(table)!;
      const everything = new ScopedStatement(`SELECT ${owner} AS owner FROM ${table} WHERE $1::uuid IS NOT NULL`);
      const seen = [
        await within(ours, () => tenantDatabase.rows(everything)),
        await within(ours, () => unitOfWork.run(() => tenantDatabase.rows(everything))),
        await within(ours, () => tenantDatabase.longRead((rows) => rows(everything))),
      ];
      for (const rows of seen)
        expect({ table, owners: [...new Set(rows.map((row) => row['owner']))] }).toEqual({ table, owners: [ours] });
    }
  });

  it('shows everything for a stated reason, and that reason ends with the statement', async () => {
    const everybody = new UnscopedStatement(
      'the walls are tested from both sides',
      'SELECT organization_id FROM tours',
    );
    const own = new ScopedStatement('SELECT organization_id FROM tours WHERE $1::uuid IS NOT NULL');
    await within(ours, async () => {
      expect(await tenantDatabase.unscopedRows(everybody)).toHaveLength(2);
      expect(await tenantDatabase.rows(own)).toEqual([{ organization_id: ours }]);
      await unitOfWork.run(async () => {
        expect(await tenantDatabase.unscopedRows(everybody)).toHaveLength(2);
        expect(await tenantDatabase.rows(own)).toEqual([{ organization_id: ours }]);
      });
    });
  });

  it('changes and locks the rows of the organization in scope, which no caller names', async () => {
    const change = new ScopedStatement(
      'UPDATE tours SET updated_at = $2 WHERE organization_id = $1 RETURNING $1 AS owner',
    );
    const lock = new ScopedStatement(
      'SELECT organization_id AS owner FROM tours WHERE organization_id = $1 FOR UPDATE',
    );
    for (const organizationId of [ours, theirs]) {
      const [changed, locked] = await within(organizationId, () =>
        unitOfWork.run(() => Promise.all([unitOfWork.write(change, new Date()), unitOfWork.write(lock)])),
      );
      expect(changed.rows).toEqual([{ owner: organizationId }]);
      expect(locked.rows).toEqual([{ owner: organizationId }]);
    }
    const unscoped = within(ours, () =>
      unitOfWork.runUnscoped('the walls are tested from both sides', async () => unitOfWork.write(lock)),
    );
    await expect(unscoped).rejects.toThrow('No organization in scope');
    const outside = within(ours, async () => unitOfWork.write(lock));
    await expect(outside).rejects.toThrow('No open unit of work');
  });

  it('refuses to insert a row of another organization', async () => {
    for (const table of tenantTables) {
      const insertion = within(ours, () =>
        unitOfWork.run(() => unitOfWork.current.client.query(seeder.insertion(table, randomUUID()))),
      );
      await expect(insertion).rejects.toThrow(refusedBy(table));
    }
  });

  it('changes and deletes no row of another organization', async () => {
    for (const table of tenantTables.filter((name) => !APPEND_ONLY.includes(name))) {
      const owner = seeder.organizationColumn(table)!;
      const touched = within(ours, () =>
        unitOfWork.run(async () => {
          const { client } = unitOfWork.current;
          const column = seeder.otherColumn(table);
          const updated = await client.query(`UPDATE ${table} SET ${column} = ${column} WHERE ${owner} = $1`, [theirs]);
          const deleted = await client.query(`DELETE FROM ${table} WHERE ${owner} = $1`, [theirs]);
          return { table, updated: updated.rowCount, deleted: deleted.rowCount };
        }),
      );
      expect(await touched).toEqual({ table, updated: 0, deleted: 0 });
    }
  });

  it('refuses to hand a row over to another organization', async () => {
    const handOver = within(ours, () =>
      unitOfWork.run(() => unitOfWork.current.client.query('UPDATE tours SET organization_id = $1', [theirs])),
    );
    await expect(handOver).rejects.toThrow('row-level security');
  });

  it.each(APPEND_ONLY)('lets nobody change %s, the superuser included', async (table) => {
    for (const statement of [
      `UPDATE ${table} SET ${seeder.otherColumn(table)} = ${seeder.otherColumn(table)}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]) {
      await expect(superuser.query(statement)).rejects.toThrow(new RegExp(`${table}(_\\d+)? is append-only`));
      const asService = within(ours, () => unitOfWork.run(() => unitOfWork.current.client.query(statement)));
      await expect(asService).rejects.toThrow(bypasses ? /permission denied|append-only/ : 'append-only');
    }
  });

  it('never lets a scope leak into another request', async () => {
    const everything = new ScopedStatement('SELECT organization_id AS owner FROM tours WHERE $1::uuid IS NOT NULL');
    const failing = new ScopedStatement('SELECT 1 / (length($1::text) - 36) AS owner');
    const foreign: unknown[] = [];
    let responded = 0;

    const read = async (organizationId: string): Promise<void> => {
      const rows = await within(organizationId, () => tenantDatabase.rows<{ owner: string }>(everything));
      responded += rows.length > 0 ? 1 : 0;
      foreign.push(...rows.filter((row) => row.owner !== organizationId));
    };
    const write = (organizationId: string): Promise<void> =>
      within(organizationId, () =>
        unitOfWork.run(async () => {
          const { client } = unitOfWork.current;
          await client.query(seeder.insertion('tours', organizationId));
          const { rows } = await client.query<{ organization_id: string }>(
            'UPDATE tours SET updated_at = now() RETURNING organization_id',
          );
          foreign.push(...rows.filter((row) => row.organization_id !== organizationId));
          await read(organizationId);
        }),
      );
    const fail = (organizationId: string) =>
      expect(within(organizationId, () => tenantDatabase.rows(failing))).rejects.toThrow('division by zero');

    const work: Promise<unknown>[] = [];
    for (let index = 0; index < 2_000; index++) {
      const organizationId = index % 2 === 0 ? ours : theirs;
      work.push(read(organizationId));
      if (index % 50 < 2) work.push(write(organizationId));
      if (index % 40 < 2) work.push(fail(organizationId));
      if (index % 100 === 99) await Promise.all(work);
    }
    await Promise.all(work);
    expect(foreign).toEqual([]);
    expect(responded).toBe(2_000 + 80);
  });

  function within<T>(organizationId: string, action: () => Promise<T>): Promise<T> {
    const scope: Scope = { organizationId };
    return runInContext({ ...systemContext('test'), scope }, action);
  }

  function everyConnection(): ((text: string) => Promise<unknown[]>)[] {
    return [
      (text) => connections.dataSource.query(text),
      async (text) => (await connections.reads.query({ text })).rows,
      async (text) => (await connections.longReads.query(text)).rows,
      async (text) => (await connections.reports.query(text)).rows,
      async (text) => (await connections.autonomousWrites.query(text)).rows,
    ];
  }
}

/** How a policy refuses a row; a distributed table's is that of a shard, which has a number. */
function refusedBy(table: string): RegExp {
  return new RegExp(`new row violates row-level security policy for table "${table}(_\\d+)?"`);
}

/** Conditions over several columns: made-up rows do not meet them. */
const CONDITIONS = `
  SELECT conrelid::regclass AS table, quote_ident(conname) AS name FROM pg_constraint
  WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND array_length(conkey, 1) > 1`;

/**
 * One row in every table, of each organization where rows have one; references and conditions are not looked at, the walls
 * are.
 */
async function seed(superuser: Client, seeder: Seeder, organizationIds: string[]): Promise<void> {
  for (const { table, name } of (await superuser.query(CONDITIONS)).rows)
    await superuser.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  await superuser.query('BEGIN');
  await superuser.query('SET LOCAL session_replication_role = replica');
  for (const table of seeder.tables) {
    const owners = seeder.organizationColumn(table) === null ? organizationIds.slice(0, 1) : organizationIds;
    for (const id of owners) await superuser.query(seeder.insertion(table, id));
  }
  await superuser.query('COMMIT');
}

/** A migrated database whose owner, an ordinary role, is the one who logs in. */
export async function createOwnedDatabase(): Promise<TestDatabase> {
  const owner = `test_owner_${randomBytes(5).toString('hex')}`;
  const admin = new Client(process.env[ADMIN_URL]);
  await admin.connect();
  await admin.query(`CREATE ROLE ${owner} LOGIN PASSWORD 'owner' NOSUPERUSER NOBYPASSRLS`);
  const database = await createEmptyDatabase(owner);
  const url = new URL(database.url);
  url.username = owner;
  url.password = 'owner';
  await migrate(url.href);
  return {
    url: url.href,
    async drop() {
      await database.drop();
      await admin.query(`DROP ROLE ${owner}`);
      await admin.end();
    },
  };
}

/** How the administrator reaches a database of the tests. */
export function asSuperuser(url: string): string {
  // A cluster is another server, on which tests log in as superusers.
  if (clusterPorts()?.includes(Number(new URL(url).port))) return url;
  const admin = new URL(process.env[ADMIN_URL]!);
  admin.pathname = new URL(url).pathname;
  return admin.href;
}
