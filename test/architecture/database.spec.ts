import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { readCatalogue, type Catalogue, type Table } from './catalogue';

/** Tables that hold an organization's id without being one organization's: any row may be asked for by its secret alone. */
const NOT_A_TENANTS = {
  sessions: 'a session stands in an organization but belongs to a user, who may move it to another one',
};

/** Tenant tables whose primary key does not start with the organization. */
const OTHER_PRIMARY_KEYS = {
  audit_records: 'a record is also found by its id alone',
  mail_messages: 'mail of the platform itself, such as a password reset, has no organization',
};

/** Unique constraints of tenant tables that reach over organizations. */
const UNIQUE_EVERYWHERE = {
  api_keys_secret_unique: 'a key is found by its secret before its organization is known',
  calendar_feeds_token_unique: 'a feed is found by its token before its organization is known',
  invitations_token_unique: 'an invitation is found by its token before its organization is known',
  referrals_code_unique: 'a code is one code on the whole platform',
  referred_organizations_once: 'an organization registers with one code, of whichever organization',
  mail_messages_pkey: 'mail of the platform itself has no organization',
  sso_domains_proven_unique: 'whoever signs in with an address of a proven domain is led to one organization',
};

/** Tenant tables whose organization need not exist: what they hold must outlive it, or never had one. */
const OUTLIVES_ITS_ORGANIZATION = {
  audit_records: 'what was done stays on record after an organization is purged',
  audit_seals: 'the chain of the records stays verifiable',
  audit_heads: 'the chain of the records stays verifiable',
  audit_unsealed: 'records of a purged organization are sealed too',
  erasures: 'users belong to no organization',
  expense_day_changes: 'what goes with an organization leaves them, until the job comes by',
  idempotency_keys: 'a key of a route of the platform has no organization',
  person_keys: 'the log of the platform itself has no organization',
  outbox_events: 'an event outlives the change that it reports',
  webhook_leases: 'a lease refers to nothing, and runs out',
  webhook_queue: 'what refers to nothing is written in half the time; claims and retention forget what has gone',
};

describe('the migrated database', () => {
  let database: TestDatabase;
  let catalogue: Catalogue;
  let tenantTables: Table[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const client = new Client(database.url);
    await client.connect();
    catalogue = await readCatalogue(client);
    await client.end();
    tenantTables = catalogue.tables.filter(
      (table) => table.columns.includes('organization_id') && !(table.name in NOT_A_TENANTS),
    );
  });

  afterAll(() => database.drop());

  it('has the tables this test is about', () => {
    expect(names(catalogue.tables)).toEqual(
      expect.arrayContaining(['migrations', 'organizations', 'users', 'sessions', 'tours']),
    );
    expect(names(tenantTables)).toEqual(
      expect.arrayContaining(['memberships', 'api_keys', 'tours', 'events', 'expenses', 'audit_records']),
    );
    expect(Object.keys(NOT_A_TENANTS).filter((name) => !names(catalogue.tables).includes(name))).toEqual([]);
  });

  it('has row-level security enabled and forced, with a policy, on every table but the list of migrations', () => {
    const open = catalogue.tables.filter((table) => !(table.secured && table.forced && table.policies > 0));
    expect(names(open)).toEqual(['migrations']);
  });

  it('lets no foreign key lead from one organization into another', () => {
    const among = catalogue.foreignKeys.filter(({ table, references }) => isTenants(table) && isTenants(references));
    expect(among.map((key) => key.name)).toEqual(expect.arrayContaining(['events_tour', 'expenses_event']));
    const crossing = among.filter(({ columns, referenced }) => {
      const position = columns.indexOf('organization_id');
      return position === -1 || referenced[position] !== 'organization_id';
    });
    expect(crossing).toEqual([]);
  });

  it('ties every row to an organization that exists', () => {
    const loose = tenantTables.filter(
      ({ name }) =>
        !catalogue.foreignKeys.some(
          (key) =>
            key.table === name &&
            key.columns.includes('organization_id') &&
            (key.references === 'organizations' || isTenants(key.references)),
        ),
    );
    expect(names(loose)).toEqual(Object.keys(OUTLIVES_ITS_ORGANIZATION).sort());
  });

  it('starts the primary key of every tenant table with the organization', () => {
    const others = tenantTables.filter((table) => table.primaryKey[0] !== 'organization_id');
    expect(names(others)).toEqual(Object.keys(OTHER_PRIMARY_KEYS).sort());
  });

  it('includes the organization in every unique constraint of a tenant table', () => {
    const unique = catalogue.indexes.filter((index) => index.unique && isTenants(index.table));
    expect(unique.length).toBeGreaterThan(5);
    const everywhere = unique.filter((index) => !index.columns.includes('organization_id')).map((index) => index.name);
    expect(everywhere.sort()).toEqual(Object.keys(UNIQUE_EVERYWHERE).sort());
  });

  it('has an index for the columns of every foreign key', () => {
    expect(catalogue.foreignKeys.length).toBeGreaterThan(5);
    const unindexed = catalogue.foreignKeys.filter(
      ({ table, columns }) =>
        !catalogue.indexes.some(
          (index) =>
            index.table === table && columns.every((column) => index.columns.slice(0, columns.length).includes(column)),
        ),
    );
    expect(unindexed).toEqual([]);
  });

  it('declares no exception without a reason', () => {
    const reasons = [NOT_A_TENANTS, OTHER_PRIMARY_KEYS, UNIQUE_EVERYWHERE, OUTLIVES_ITS_ORGANIZATION].flatMap((list) =>
      Object.values(list),
    );
    expect(reasons.filter((reason) => reason.split(' ').length < 5)).toEqual([]);
  });

  function isTenants(table: string): boolean {
    return tenantTables.some(({ name }) => name === table);
  }
});

function names(tables: readonly Table[]): string[] {
  return tables.map((table) => table.name).sort();
}
