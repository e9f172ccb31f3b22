import { SchedulerRegistry } from '@nestjs/schedule';
import { Client as PostgresClient } from 'pg';
import { AuditSealing } from '../../src/platform/audit/audit-sealing';
import { runInContext, systemContext } from '../../src/platform/context/request-context';
import { APPEND_ONLY_TABLES } from '../../src/platform/audit/audit-tables';
import { prepareApplicationRole } from '../../src/platform/database/application-role';
import { connectionConfig } from '../../src/platform/database/connection';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { KeptStatements, withoutAutovacuum } from '../support/kept-statements';
import { costOf, SentStatements, type Cost, type Sent } from '../support/plans';
import { sql } from '../support/sql';

const BURST = 11_000;
/** Records that one transaction seals. */
const BATCH = 500;
/** For each row: steps of a plan that take it in hand, and pages that are looked at for it in the indexes of all years. */
const MOST = { rows: 20, pages: 40 };

describe('a burst of audit records', () => {
  let service: TestApp;
  let owner: Tenant;
  /** Bound by row-level security, as the service is. */
  let database: PostgresClient;
  let kept: KeptStatements;
  const sent = new SentStatements();

  beforeEach(async () => {
    service = await startTestApp();
    const { databaseUrl } = service;
    service.app.get(SchedulerRegistry).deleteInterval('seal-audit-records');
    service.app.get(SchedulerRegistry).deleteInterval('seal-new-audit-records');
    const tables = await sql(
      databaseUrl,
      `SELECT oid::regclass AS name FROM pg_class
       WHERE relkind = 'r' AND oid::regclass::text ~ 'audit_(records|seals|unsealed)'`,
    );
    await withoutAutovacuum(
      databaseUrl,
      tables.map(({ name }) => name),
    );
    owner = await registerTenant(service.url);
    database = new PostgresClient(
      connectionConfig(databaseUrl, await prepareApplicationRole(databaseUrl, APPEND_ONLY_TABLES), 0),
    );
    await database.connect();
  });
  afterEach(async () => {
    await kept.close();
    await database.end();
    await service.close();
  });
  afterAll(() => sent.close());

  it.each([
    ['never looked at the tables', false, false],
    ['looked at them before', true, false],
    ['looked at them before and after', true, true],
  ])('is sealed and verified in its own size, where PostgreSQL %s', async (_when, before, after) => {
    const lookAtTables = () => sql(service.databaseUrl, 'VACUUM ANALYZE audit_records, audit_seals, audit_unsealed');
    const [settings, sealing, verification] = await theirStatements();
    kept = await KeptStatements.open(service.databaseUrl, settings);
    if (before) await lookAtTables();
    await kept.keep('early', sealing);
    await burst();
    await seal();
    await burst();
    if (after) await lookAtTables();
    await kept.keep('late', sealing);

    const next = await sql(
      service.databaseUrl,
      'SELECT number FROM audit_unsealed WHERE organization_id = $1 ORDER BY 1 LIMIT $2',
      [owner.organization.id, BATCH],
    );
    const numbers = next.map(({ number }) => number as string);
    const dear: unknown[] = [];
    const compare = (text: string, { rows, pages }: Cost, size: number) => {
      if (rows > MOST.rows * size || pages > MOST.pages * size) dear.push({ text, rows, pages, size });
    };
    await kept.rollingBack(async () => {
      for (const [what, { text, isKept }] of Object.entries(sealing))
        for (const when of isKept ? ['early', 'late'] : ['late']) {
          const values = [owner.organization.id, numbers].filter((_, i) => text.includes(`$${i + 1}`));
          compare(`${when}: ${text}`, await kept.cost(when, what, values), BATCH);
        }
    });
    await database.query(`SELECT set_config('app.organization_id', $1, false)`, [owner.organization.id]);
    for (const { text, values } of verification) compare(text, await costOf(database, text, values), 2 * BURST);
    expect(dear).toEqual([]);
  });

  /**
   * What the service sends to seal a batch, apart by whether it sets up the planner or looks for rows, and to
   * verify the chain.
   */
  async function theirStatements(): Promise<[Sent[], Record<string, Sent & { isKept: boolean }>, Sent[]]> {
    const query = jest.spyOn(PostgresClient.prototype, 'query');
    await seal();
    const configs = query.mock.calls.map(([config]) => config as unknown as Json);
    query.mockRestore();
    const { body } = await owner.key.with({ 'X-Request-Id': owner.user.id }).get('/api/audit-logs/verify').expect(200);
    expect(body).toMatchObject({ valid: true, unsealed: 0 });
    const round = sent.of(owner.organization.id);
    const settings = distinct(round.filter(({ text }) => text.startsWith(`SELECT set_config('enable_`)));
    const sealing = distinct(round.filter(({ text }) => ofRows(text) && !text.includes('set_config'))).map((each) => ({
      ...each,
      isKept: configs.some(({ name, text }) => text === each.text && name !== undefined),
    }));
    const verification = sent.of(owner.user.id).filter(({ text }) => ofRows(text) && !text.includes('set_config'));
    expect([sealing.length, verification.length]).toEqual([3, 4]);
    return [settings, Object.fromEntries(sealing.entries()), [...verification]];
  }

  const ofRows = (text: string) => /FROM audit_(records|seals|unsealed)/.test(text);
  const distinct = (statements: Sent[]) => [...new Map(statements.map((each) => [each.text, each])).values()];

  const seal = () =>
    runInContext(systemContext(owner.organization.id), () =>
      service.app.get(AuditSealing).seal(new AbortController().signal),
    );

  /** Records of a year that had none. */
  async function burst(): Promise<void> {
    await sql(
      service.databaseUrl,
      `WITH copy AS (
         INSERT INTO audit_records
         SELECT copied.* FROM (SELECT * FROM audit_records WHERE organization_id = $1 ORDER BY occurred_at LIMIT 1) AS r,
           generate_series(1, $2) AS n,
           jsonb_populate_record(NULL::audit_records, to_jsonb(r) || jsonb_build_object('id', gen_random_uuid(),
             'occurred_at', r.occurred_at + interval '1 year', 'user_agent', n)) AS copied
         RETURNING organization_id, id
       )
       INSERT INTO audit_unsealed SELECT organization_id, id FROM copy`,
      [owner.organization.id, BURST],
    );
  }
});
