import { Connection, type Client } from 'pg';
import { connectionConfig, newClient } from '../../src/platform/database/connection';
import { describedOnce } from '../../src/platform/database/prepared-query';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { sql } from '../support/sql';

/** pg's inner parts, as prepared-query.ts leans on them. */
const connections = Connection.prototype as unknown as {
  parse(statement: { name: string }): void;
  describe(what: object): void;
};

describe('a connection that writes', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    await sql(database.url, 'CREATE TABLE things (id int PRIMARY KEY, made_at timestamptz)');
    client = newClient({ ...describedOnce(connectionConfig(database.url, null, 10_000)), pipeline: true });
    await client.connect();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const insert = (id: number, returning = '') =>
    client.query({
      name: `insert${returning}`,
      text: `INSERT INTO things VALUES ($1, '2027-03-01T09:30:00.5Z') ${returning}`,
      values: [id],
    });

  /** @returns how often pg asked for a description while `work` ran */
  async function descriptionsIn(work: () => Promise<void>): Promise<number> {
    const described = jest.spyOn(connections, 'describe');
    const parsed = jest.spyOn(connections, 'parse');
    await work();
    // The worker's service has connections, too.
    return described.mock.contexts.filter((connection) => parsed.mock.contexts.includes(connection)).length;
  }

  it('has a named statement described once, whether it returns rows or none', async () => {
    const asked = await descriptionsIn(async () => {
      for (const id of [1, 2, 3])
        expect(await insert(id, 'RETURNING id, made_at AS "madeAt"')).toMatchObject({
          rows: [{ id, madeAt: '2027-03-01T09:30:00.500Z' }],
          rowCount: 1,
          command: 'INSERT',
        });
      for (const id of [4, 5, 6]) expect(await insert(id)).toMatchObject({ rows: [], rowCount: 1, command: 'INSERT' });
    });
    expect(asked).toBe(2);
  });

  it('learns nothing from a statement that failed', async () => {
    const share = (divisor: number) =>
      client.query({ name: 'share', text: 'SELECT 12 / $1::int AS share', values: [divisor] });
    await expect(share(0)).rejects.toMatchObject({ code: '22012' });
    expect((await share(4)).rows).toEqual([{ share: 3 }]);
    await expect(share(0)).rejects.toMatchObject({ code: '22012' });
    expect((await share(3)).rows).toEqual([{ share: 4 }]);
  });

  it('runs what has no name as ever', async () => {
    expect((await client.query('SELECT count(*)::int AS count FROM things')).rows).toEqual([{ count: 6 }]);
    expect((await client.query('SELECT $1::int AS one', [1])).rows).toEqual([{ one: 1 }]);
  });
});
