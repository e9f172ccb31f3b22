import { SchedulerRegistry } from '@nestjs/schedule';
import { Client as PostgresClient } from 'pg';
import { APPEND_ONLY_TABLES } from '../../src/platform/audit/audit-tables';
import { prepareApplicationRole } from '../../src/platform/database/application-role';
import { newId } from '../../src/kernel/ids';
import { cursorText } from '../../src/kernel/list-cursor';
import { connectionConfig } from '../../src/platform/database/connection';
import { startTestApp, type TestApp } from '../support/app';
import { Client, type Json } from '../support/client';
import { EVERY_CHANGE, type Stage } from '../support/every-change';
import { joinAs } from '../support/members';
import { operations, resolveIn, type DocumentedOperation } from '../support/openapi';
import { registerSuperAdmin } from '../support/people';
import { scansOf, SentStatements, type Scan, type Sent } from '../support/plans';
import { registerTenant } from '../support/builders';
import { eventOver, guestOn, keepGuests, RETENTION_JOB } from '../support/retention';
import { runJob } from '../support/jobs';
import { sql } from '../support/sql';
import { makeWorld, pathIn, type World } from '../support/world';

const EVENTS = 1_000;
const GUESTS = 100_000;
const GUESTS_PER_EVENT = 100;
const LARGEST_EVENT = 20_000;
const VEHICLES = 200;
const RECIPIENTS = 4_000;
const MESSAGES = 5_000;
const INVOICES = 2_000;
const REFERRALS = 2_000;
/** Organizations of the same size beside the one that is asked about: to read a whole table is no way to find its rows. */
const NEIGHBOURS = 4;

/** One that begins a walk through a list, and one in the middle of it. */
const CURSORS = [
  '',
  cursorText({
    after: '019a0000-0000-7000-8000-000000000000',
    page: 2,
    total: 1_000,
    nextUpdatedSince: '2026-01-01T00:00:00.000Z',
  }),
];

/** Tables with so many rows that a plan is conclusive; of the others any plan is as good. */
const FILLED = ['guests', 'events', 'event_guests', 'vehicles', 'vehicle_assignments', 'expenses'].concat(
  'notification_recipients',
  'invoices',
  'referrals',
);
/** Tables so large that nothing short of an index will do, whatever the settings of the planner. */
const LARGE = ['guests', 'event_guests', 'expenses', 'notification_recipients', 'invoices', 'referrals'];
const OF_EVENTS = ['event_guests', 'team_members', 'vehicle_assignments', 'expenses'];

/** Of the year that the database was made in, of the one before and of the one that may begin meanwhile. */
const AUDIT_RECORDS = 10_000;

/**
 * Rows for one organization, as they would have come over time. The largest event's guests are on top of the others'. Keys
 * between tables are not checked one by one: that takes longer than all the rest.
 */
const FILL = `
  SET session_replication_role = replica;
  INSERT INTO guests (organization_id, id, name, email, email_key, company, tags, tag_keys, external_id, search, created_at, updated_at)
  SELECT '{org}', ('{half}-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Guest ' || n, 'guest' || n || '@example.com',
    'guest' || n || '@example.com', 'Company ' || n % 100, '{vip}', '{vip}', 'X' || n, 'guest ' || n || ' company',
    timestamptz '2026-01-01' + n * interval '1 second', now()
  FROM generate_series(1, ${GUESTS}) AS n;
  INSERT INTO events (organization_id, id, name, status, starts_at, ends_at, timezone, search, created_by, revision, created_at, updated_at)
  SELECT '{org}', ('{half}-0002-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Event ' || n, 'confirmed',
    timestamptz '2026-01-01' + n * interval '1 day', timestamptz '2026-01-02' + n * interval '1 day', 'UTC', 'event ' || n, '{user}', 0,
    timestamptz '2026-01-01' + n * interval '1 second', now()
  FROM generate_series(1, ${EVENTS}) AS n;
  INSERT INTO event_guests (organization_id, id, event_id, guest_id, rsvp, plus_ones, created_at, updated_at)
  SELECT '{org}', ('{half}-0003-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    ('{half}-0002-7000-8000-' || lpad(to_hex(n / ${GUESTS_PER_EVENT} % ${EVENTS} + 1), 12, '0'))::uuid,
    ('{half}-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    (ARRAY['pending', 'accepted', 'declined', 'tentative'])[n % 4 + 1], 0,
    timestamptz '2026-01-01' + n * interval '1 second', now()
  FROM generate_series(1, ${GUESTS}) AS n;
  INSERT INTO event_guests (organization_id, id, event_id, guest_id, rsvp, plus_ones, created_at, updated_at)
  SELECT '{org}', ('{half}-0004-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '{event}',
    ('{half}-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'accepted', 0,
    timestamptz '2026-01-01' + n * interval '1 second', now()
  FROM generate_series(1, ${LARGEST_EVENT}) AS n;
  INSERT INTO vehicles (organization_id, id, name, capacity, status, search, created_at, updated_at)
  SELECT '{org}', ('{half}-0005-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Bus ' || n, 50, 'active', 'bus ' || n, now(), now()
  FROM generate_series(1, ${VEHICLES}) AS n;
  INSERT INTO vehicle_assignments (organization_id, id, event_id, vehicle_id, created_at, updated_at)
  SELECT '{org}', ('{half}-0006-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    ('{half}-0002-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    ('{half}-0005-7000-8000-' || lpad(to_hex(n % ${VEHICLES} + 1), 12, '0'))::uuid, now(), now()
  FROM generate_series(1, ${EVENTS}) AS n;
  INSERT INTO expenses (organization_id, id, event_id, category, amount, currency, incurred_at, created_by, created_at, updated_at)
  SELECT '{org}', ('{half}-0007-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    ('{half}-0002-7000-8000-' || lpad(to_hex(n % ${EVENTS} + 1), 12, '0'))::uuid, 'transport', n, 'EUR',
    timestamptz '2026-01-01' + n * interval '1 hour', '{user}', now(), now()
  FROM generate_series(1, 20000) AS n;
  INSERT INTO notifications (organization_id, id, channel, status, subject, body, shared_values, total, sent, failed, created_by,
    created_at, updated_at)
  SELECT '{org}', ('{half}-0008-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'email', 'sent', 'S', 'B', '{}', 200, 200, 0,
    '{user}', timestamptz '2026-01-01' + n * interval '1 hour', now()
  FROM generate_series(1, ${RECIPIENTS / 200}) AS n;
  INSERT INTO notifications (organization_id, id, channel, status, event_id, subject, body, shared_values, total, sent, failed,
    created_by, created_at, updated_at)
  SELECT '{org}', ('{half}-000f-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'email', 'sent',
    ('{half}-0002-7000-8000-' || lpad(to_hex(n % ${EVENTS} + 1), 12, '0'))::uuid, 'S', 'B', '{}', 1, 1, 0, '{user}',
    timestamptz '2026-01-01' + n * interval '1 minute', now()
  FROM generate_series(1, ${MESSAGES}) AS n;
  INSERT INTO notification_recipients (organization_id, id, notification_id, encrypted_address, address_key, status, handed_over, attempts,
    due_at, finished_at, created_at, updated_at)
  SELECT '{org}', ('{half}-0009-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    ('{half}-0008-7000-8000-' || lpad(to_hex(n / 200 % ${RECIPIENTS / 200} + 1), 12, '0'))::uuid, 'r' || n, 'r' || n,
    CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'sent' END, true, 1, now(), now(), now(), now()
  FROM generate_series(1, ${RECIPIENTS}) AS n;
  INSERT INTO invoices (organization_id, id, number, subscription_id, status, customer_name, plan_id, billing_interval, period_start,
    period_end, timezone, currency, subtotal, discount, total, lines, issued_at, due_at, paid_at, created_at, updated_at)
  SELECT '{org}', ('{half}-000a-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n + 1000,
    ('{half}-000b-7000-8000-' || lpad(to_hex(n % 100), 12, '0'))::uuid, 'paid', 'Name',
    ('{half}-000c-7000-8000-' || lpad(to_hex(n % 10), 12, '0'))::uuid, 'monthly',
    timestamptz '2000-01-01' + n * interval '1 day', timestamptz '2000-01-02' + n * interval '1 day', 'UTC', 'EUR', 1, 0, 1, '[]',
    timestamptz '2000-01-01' + n * interval '1 day', now(), now(), now(), now()
  FROM generate_series(1, ${INVOICES}) AS n;
  INSERT INTO referrals (organization_id, id, user_id, code, code_key, active, clicks, signups, conversions, reward_earned, currency,
    created_at, updated_at)
  SELECT '{org}', ('{half}-000d-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    ('{half}-000e-7000-8000-' || lpad(to_hex(n % 500), 12, '0'))::uuid, '{half}-' || n, '{half}-' || n, true, 0, 0, 0, 0, 'EUR',
    now(), now()
  FROM generate_series(1, ${REFERRALS}) AS n;
  INSERT INTO audit_records
  SELECT copy.* FROM (SELECT * FROM audit_records WHERE organization_id = '{org}' LIMIT 1) AS r, generate_series(1, ${AUDIT_RECORDS}) AS n,
    jsonb_populate_record(NULL::audit_records, to_jsonb(r) || jsonb_build_object('id', gen_random_uuid(),
      'occurred_at', make_timestamptz({year} - 1 + n % 3, 7, 1, 0, 0, 0, 'UTC') + n * interval '1 minute')) AS copy;`;

describe('the plans of statements', () => {
  let service: TestApp;
  let document: Json;
  let world: World;
  const sent = new SentStatements();
  /** Where only tables that no index serves are read as a whole, however small they are. */
  let bound: PostgresClient;
  /** Where the planner is left to itself. */
  let unaided: PostgresClient;
  let tenantTables: Set<string>;
  let yearsOfRecords: string[];
  /** The first that the audit log has a partition of. */
  let year: number;

  beforeAll(async () => {
    service = await startTestApp({ WEBHOOK_RETRY_DELAYS: '0,0,0,0,0,0' });
    // A round of the timetable would keep that of a test from running, and its statements would count as the test's.
    const timetable = service.app.get(SchedulerRegistry);
    for (const name of ['seal-audit-records', 'seal-new-audit-records', 'sample-platform-health', RETENTION_JOB])
      timetable.deleteInterval(name);
    document = (await new Client(service.url).get('/api/openapi.json').expect(200)).body;
    const [first] = await sql(
      service.databaseUrl,
      `SELECT min(substring(relname FROM '^audit_records_(\\d+)$')::int) AS year FROM pg_class WHERE relispartition`,
    );
    year = first.year;
    world = await makeWorld(service);
    await keepGuests(world, 365);
    const other = await makeWorld(service);
    const real = [world, other].map(({ organization, user, ids }) => ({
      org: organization.id,
      user: user.id,
      event: ids['/api/events/']!,
    }));
    // Of the other neighbours nobody needs more than their rows.
    const madeUp = Array.from({ length: NEIGHBOURS - 1 }, () => ({ org: newId(), user: newId(), event: newId() }));
    for (const [i, names] of [...real, ...madeUp].entries()) {
      const values: Record<string, string> = { ...names, half: `0190000${i}`, year: String(year) };
      await sql(
        service.databaseUrl,
        FILL.replace(/\{(org|user|event|half|year)\}/g, (_, name: string) => values[name]!),
      );
    }
    await sql(service.databaseUrl, 'VACUUM ANALYZE');
    const rows = await sql(
      service.databaseUrl,
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
       WHERE c.relnamespace::regnamespace::text IN ('public', 'audit_years') AND c.relkind = 'r'`,
    );
    tenantTables = new Set(rows.map(({ name }) => name));
    // Years that have not come yet: to read nothing any plan is as good.
    const empty = `SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' AND reltuples <= 0`;
    for (const { name } of await sql(service.databaseUrl, empty)) tenantTables.delete(name);
    yearsOfRecords = [...tenantTables].filter((name) => name.startsWith('audit_records_'));
    const connection = connectionConfig(
      service.databaseUrl,
      await prepareApplicationRole(service.databaseUrl, APPEND_ONLY_TABLES),
      0,
    );
    [bound, unaided] = [new PostgresClient(connection), new PostgresClient(connection)];
    await Promise.all([bound.connect(), unaided.connect()]);
    await bound.query('SET enable_seqscan = off');
  }, 180_000);

  afterAll(async () => {
    sent.close();
    await Promise.all([bound.end(), unaided.end()]);
    await service.close();
  });

  /** Every way to ask for what an operation reads: plainly, by each of its parameters, and in each of its orders. */
  const queriesOf = ({ operation }: DocumentedOperation): string[] => {
    const parameters: Json[] = (operation.parameters ?? []).map((part: Json) => resolveIn(document, part));
    const single = parameters
      .filter((part) => part.in === 'query' && !['page', 'limit', 'sortDir'].includes(part.name))
      .flatMap((part) => {
        const schema = resolveIn(document, part.schema);
        const words = resolveIn(document, schema.items ?? schema).enum;
        const [, example] = /For example `(.+?)`/.exec(part.description ?? '') ?? [];
        const values: string[] = part.name === 'cursor' ? CURSORS : (words ?? [example ?? schema.example ?? 'a']);
        const last = part.name === 'sortBy' ? ['', '&sortDir=desc'] : [''];
        return values.flatMap((value) => last.map((more) => `?${part.name}=${encodeURIComponent(value)}${more}`));
      });
    return ['', ...single];
  };

  /** The statements that an operation sends, each text once. */
  const statementsOf = async (read: DocumentedOperation): Promise<Sent[]> => {
    const found = new Map<string, Sent>();
    for (const [i, query] of queriesOf(read).entries()) {
      const id = `${read.path.replace(/[^A-Za-z]/g, '').slice(-50)}.${i}`;
      const headers = { Authorization: `Bearer ${world.apiKey.key}`, 'X-Request-Id': id };
      const response = await fetch(`${service.url}${pathIn(world, read.path)}${query}`, { headers });
      // What was sent is known by now; an export of everything would go on for seconds.
      await response.body?.cancel();
      // A value that does not fit (such as an example's unknown id) gets its response before anything is read.
      if (response.status >= 500) throw new Error(`${read.name}${query} got ${response.status}.`);
      for (const statement of sent.of(id))
        if (/^SELECT\b.*\bFROM\b/s.test(statement.text)) found.set(statement.text, statement);
    }
    return [...found.values()];
  };

  const reads = () =>
    operations(document).filter(
      ({ method, path, operation }) =>
        method === 'get' &&
        path.startsWith('/api/') &&
        // Compares all there is with all there is, in the background of its reader.
        path !== '/api/audit-logs/verify' &&
        !operation.description.includes('Super Admins only'),
    );

  it('that read never look at a whole table of tenants, but go by the organization, and by the event where there is one', async () => {
    const wrong: Json[] = [];
    let seen = 0;
    const judged = new Set<string>();
    for (const read of reads()) {
      for (const statement of await statementsOf(read)) {
        if (judged.has(statement.text)) continue;
        judged.add(statement.text);
        // A statement over all organizations states why; it is held to an index, but not to this one.
        const unscoped = statement.text.includes(`'app.unscoped'`);
        for (const planned of ['custom', 'generic'] as const) {
          const scans = (await scansOf(bound, statement, planned)).filter(({ table }) => tenantTables.has(table));
          seen += scans.length;
          const ofEvent = read.path.startsWith('/api/events/{');
          const left = (await scansOf(unaided, statement, planned)).filter(({ table }) => LARGE.includes(table));
          const bad = [
            ...scans.filter((scan) => !isGood(scan, unscoped) || (ofEvent && !isOfEvent(scan))),
            ...left.filter((scan) => !isGood(scan, unscoped)),
          ];
          if (bad.length > 0) wrong.push({ read: read.name, planned, bad, text: statement.text });
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(100);
  }, 180_000);

  it('that search, and those that add up, find what they need of the largest tables by an index', async () => {
    const tablesOf: Record<string, string[]> = {
      '/api/search': ['guests'],
      '/api/events': ['event_guests', 'expenses'],
      '/api/tours': ['event_guests', 'expenses'],
      '/api/events/{id}/summary': ['event_guests', 'expenses'],
      '/api/tours/{id}/summary': ['event_guests', 'expenses'],
      '/api/overview': ['event_guests', 'expenses'],
    };
    for (const [path, tables] of Object.entries(tablesOf)) {
      const statements = await statementsOf(reads().find((read) => read.path === path)!);
      for (const planned of ['custom', 'generic'] as const) {
        const scans: Scan[] = [];
        for (const statement of statements) scans.push(...(await scansOf(unaided, statement, planned)));
        const large = scans.filter(({ table }) => LARGE.includes(table));
        expect([path, [...new Set(large.map(({ table }) => table))]]).toEqual([path, expect.arrayContaining(tables)]);
        expect([path, planned, large.filter((scan) => !isGood(scan, false))]).toEqual([path, planned, []]);
      }
    }
  }, 180_000);

  it('that list the messages of an event read those alone', async () => {
    const id = 'messages-of-event';
    const headers = { Authorization: `Bearer ${world.apiKey.key}`, 'X-Request-Id': id };
    const eventId = '01900000-0002-7000-8000-000000000001';
    const response = await fetch(`${service.url}/api/notifications?eventId=${eventId}`, { headers });
    expect(((await response.json()) as Json).total).toBe(MESSAGES / EVENTS);
    const [list] = sent.of(id).filter(({ text }) => text.includes('FROM notifications'));
    for (const planned of ['custom', 'generic'] as const) {
      const scans = (await scansOf(unaided, list!, planned)).filter(({ table }) => table === 'notifications');
      expect(scans.length).toBeGreaterThan(0);
      expect(scans.filter(({ condition }) => !condition.includes('event_id'))).toEqual([]);
    }
  });

  it('that find what is kept of a guest go by the guest, and by the address', async () => {
    const tenant: Client = new Client(service.url, { Authorization: `Bearer ${world.apiKey.key}` });
    const { body: ada } = await tenant.post('/api/guests', { name: 'Ada', email: 'ada@plans.example' }).expect(201);
    sent.take();
    await tenant.get(`/api/guests/${ada.id}/personal-data`).expect(200);
    await tenant.post(`/api/guests/${ada.id}/erase`, {}).expect(200);
    const statements = sent.take();
    const saying = (words: string) => statements.filter(({ text }) => text.replace(/\s+/g, ' ').includes(words));
    // To read the messages to the guest, to lock what is sent, and to forget them.
    const ofRecipients = saying('FROM notification_recipients WHERE organization_id = $1 AND guest_id = $2');
    expect(ofRecipients).toHaveLength(3);
    for (const statement of ofRecipients) {
      const scans = (await scansOf(unaided, statement, 'custom')).filter(
        ({ table }) => table === 'notification_recipients',
      );
      expect(scans.filter(({ condition }) => !/guest_id|address_key|\bid\b/.test(condition))).toEqual([]);
      expect(scans.length).toBeGreaterThan(0);
    }
    const [byPerson] = saying('personal_of::text');
    const scans = await scansOf(bound, byPerson!, 'custom');
    expect(
      scans.filter(({ table, condition }) => table.includes('audit_records') && !condition.includes('personal_of')),
    ).toEqual([]);
  });

  it('that change anything, and what they set off, find their rows by an index, too', async () => {
    const tenant = await registerTenant(service.url);
    const operator = await registerSuperAdmin(service.url, service.databaseUrl);
    const member = await joinAs(service, tenant, 'Member');
    const anybody = new Client(service.url);
    const stage: Stage = { service, tenant, operator, member, anybody, made: { service } };
    const wrong: Json[] = [];
    let seen = 0;
    const judged = new Set<string>();
    sent.take();
    const steps = [
      ...EVERY_CHANGE,
      { route: 'seal-audit', run: () => runJob(service, 'seal-audit-records') },
      { route: 'erase-due', run: eraseDue },
    ];
    for (const { route, run } of steps) {
      await run(stage);
      for (const statement of sent.take()) {
        if (judged.has(statement.text) || !/^\s*(SELECT\b.*\bFROM|UPDATE|DELETE|INSERT|WITH)\b/s.test(statement.text))
          continue;
        judged.add(statement.text);
        const unscoped = !/\borganization_id\b/.test(statement.text);
        for (const planned of ['custom', 'generic'] as const) {
          const scans = (await scansOf(bound, statement, planned)).filter(({ table }) =>
            [...FILLED, ...yearsOfRecords].includes(table),
          );
          seen += scans.length;
          const bad = scans.filter((scan) => !isGood(scan, unscoped));
          if (bad.length > 0) wrong.push({ route, planned, bad, text: statement.text });
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(100);
  }, 180_000);

  it('that list the audit log go through each year in its order, and pass by the years that a period leaves out', async () => {
    const scanned = async (query: string, planned: 'custom' | 'generic'): Promise<Scan[]> => {
      const id = `years.${planned}.${query.length}`;
      const headers = { Authorization: `Bearer ${world.apiKey.key}`, 'X-Request-Id': id };
      await fetch(`${service.url}/api/audit-logs${query}`, { headers });
      const [list] = sent.of(id).filter(({ text }) => text.includes('FROM audit_records'));
      return (await scansOf(unaided, list!, planned)).filter(({ table }) => table.startsWith('audit_records_'));
    };
    for (const planned of ['custom', 'generic'] as const) {
      const all = await scanned('', planned);
      expect(new Set(all.map(({ table }) => table)).size).toBe(12);
      const filled = all.filter(({ table }) => yearsOfRecords.includes(table));
      expect(filled.filter(({ kind }) => !['Index Scan', 'Index Only Scan'].includes(kind))).toEqual([]);

      const later = await scanned(`?from=${year + 9}-02-01`, planned);
      expect([...new Set(later.map(({ table }) => table))].sort()).toEqual(
        [year + 9, year + 10, 'default'].map((part) => `audit_records_${part}`),
      );
      const within = await scanned(`?from=${year + 1}-02-01&to=${year + 1}-03-01`, planned);
      expect([...new Set(within.map(({ table }) => table))]).toEqual([`audit_records_${year + 1}`]);
    }
  });
});

/** A round of the retention that erases somebody of the stage's own tenant. */
async function eraseDue({ service, tenant }: Stage): Promise<void> {
  await guestOn(tenant, [await eventOver(tenant, 100)]);
  await keepGuests(tenant, 30);
  await runJob(service, RETENTION_JOB);
}

/**
 * Whether a scan of what belongs to an event stays within that event, however many others there are, or goes by what
 * few records share: an externalId, or a change since a moment.
 */
function isOfEvent({ table, condition }: Scan): boolean {
  return (
    !OF_EVENTS.includes(table) ||
    // A code is one guest's; who drives is the same person on other events, too.
    /\b(event_id|id|vehicle_assignment_id|vehicle_id|external_id|updated_at|code|user_id|email_key|phone)\b/.test(
      condition.replace('organization_id', ''),
    )
  );
}

function isGood({ kind, condition }: Scan, unscoped: boolean): boolean {
  if (kind === 'Seq Scan' || condition === '') return false;
  // An id, a code or a place stands for one row, whosoever it is; and a queue of all organizations holds nothing but what waits.
  const perKey =
    /\(id = |\b(ctid|audit_record_id|code_key|webhook_id|notification_id|due_at|leased_until|finished_at)\b/;
  return unscoped || condition.includes('organization_id') || perKey.test(condition);
}
