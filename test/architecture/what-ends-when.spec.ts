import { Client } from 'pg';
import { ENDS, type WayIn } from '../../src/platform/revocation/way-in';
import { OPENS_NOTHING, WHAT_ENDS_WHEN } from '../../src/what-ends-when';
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
  });
  afterAll(() => database.drop());

  const listed = () => [
    ...Object.values(WAYS_IN).flatMap(({ tables }) => tables),
    ...Object.values(OPENS_NOTHING).flat(),
  ];

  it('speaks of every table with rows of users or organizations', () => {
    const referring = catalogue.foreignKeys
      .filter(({ references }) => references === 'users' || references === 'organizations')
      .map(({ table }) => table);
    const owned = catalogue.tables
      .filter(({ name, columns }) => referring.includes(name) || columns.some((column) => OWNER_COLUMN.test(column)))
      .map(({ name }) => name);
    expect(owned).toEqual(expect.arrayContaining(['passkeys', 'sessions', 'tours', 'webhook_leases']));
    expect(owned.filter((table) => !listed().includes(table))).toEqual([]);
  });

  it('speaks of no table that is not there, and says of none both that it opens something and that it does not', () => {
    const there = catalogue.tables.map(({ name }) => name);
    expect(listed().filter((table) => !there.includes(table))).toEqual([]);
    const opening = Object.values(WAYS_IN).flatMap(({ tables }) => tables);
    expect(
      Object.values(OPENS_NOTHING)
        .flat()
        .filter((table) => opening.includes(table)),
    ).toEqual([]);
  });

  it('gives a reason for whatever stays', () => {
    const reasons = Object.values(WAYS_IN).flatMap(({ at }) =>
      Object.values(at).flatMap((ruling) => (ruling === ENDS ? [] : [ruling.stays])),
    );
    const short = [...reasons, ...Object.keys(OPENS_NOTHING)].filter((text) => text.split(' ').length < FEWEST_WORDS);
    expect(short).toEqual([]);
  });

  it('ends whatever opens an account when that passes to the owner of its mailbox, and when it is erased', () => {
    const accounts = Object.entries(WAYS_IN).filter(([, { opens }]) => opens === 'account');
    expect(accounts.filter(([, { at }]) => at.handOver !== ENDS || at.erasure !== ENDS)).toEqual([]);
  });
});
