import { Client } from 'pg';
import { ENDS, type WayIn } from '../../src/platform/revocation/way-in';
import { createDataSource } from '../../src/platform/database/data-source';
import { entitiesThatOpenNothing } from '../../src/platform/records/opens-nothing';
import { tableOf } from '../../src/platform/database/table';
import { WHAT_ENDS_WHEN } from '../../src/what-ends-when';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { readCatalogue, type Catalogue } from './catalogue';

const FEWEST_WORDS = 3;
const WAYS_IN: Readonly<Record<string, WayIn>> = WHAT_ENDS_WHEN;

/** Columns that say whose a row is, whether or not a foreign key does. */
const OWNER_COLUMN = /^(user_id|organization_id|\w+_user_id|\w+_organization_id)$/;

describe('the list of what ends when', () => {
  let database: TestDatabase;
  let catalogue: Catalogue;

  beforeAll(async () => {
    database = await createTestDatabase();
    const client = new Client(database.url);
    await client.connect();
    catalogue = await readCatalogue(client);
    await client.end();
    // Loads all entities.
    const dataSource = await createDataSource(database.url, null, 1).initialize();
    await dataSource.destroy();
  });
  afterAll(() => database.drop());

  const opening = () => Object.values(WAYS_IN).flatMap(({ tables }) => tables);
  const openingNothing = () => [...entitiesThatOpenNothing().keys()].map((entity) => tableOf(entity as never).name);

  it('speaks of every table with rows of users or organizations', () => {
    const referring = catalogue.foreignKeys
      .filter(({ references }) => references === 'users' || references === 'organizations')
      .map(({ table }) => table);
    const owned = catalogue.tables
      .filter(({ name, columns }) => referring.includes(name) || columns.some((column) => OWNER_COLUMN.test(column)))
      .map(({ name }) => name);
    expect(owned).toEqual(expect.arrayContaining(['passkeys', 'sessions', 'tours', 'webhook_leases']));
    const known = [...opening(), ...openingNothing()];
    const silent = owned.filter((table) => !known.includes(table));
    if (silent.length > 0)
      throw new Error(
        `Does a row of ${silent.join(', ')} open an account or an organization? Then say in src/what-ends-when.ts when it ` +
          'ends. If it opens nothing, say so on the entity: @OpensNothing().',
      );
  });

  it('speaks of no table that is not there, and of none that opens nothing', () => {
    const there = catalogue.tables.map(({ name }) => name);
    expect(opening().filter((table) => !there.includes(table))).toEqual([]);
    expect(openingNothing().filter((table) => (opening() as string[]).includes(table))).toEqual([]);
  });

  it('gives a reason for whatever stays', () => {
    const reasons = Object.values(WAYS_IN).flatMap(({ at }) =>
      Object.values(at).flatMap((ruling) => (ruling === ENDS ? [] : [ruling.stays])),
    );
    const short = [...reasons, ...entitiesThatOpenNothing().values()].filter(
      (text) => text.split(' ').length < FEWEST_WORDS,
    );
    expect(short).toEqual([]);
  });

  it('ends whatever opens an account when that passes to the owner of its mailbox, and when it is erased', () => {
    const accounts = Object.entries(WAYS_IN).filter(([, { opens }]) => opens === 'account');
    expect(accounts.filter(([, { at }]) => at.handOver !== ENDS || at.erasure !== ENDS)).toEqual([]);
  });
});
