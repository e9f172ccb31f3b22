import { RecipientClaims } from '../../src/modules/reach/notifications/recipient-claims.repository';
import { runInContext, systemContext } from '../../src/platform/context/request-context';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { KeptStatements, withoutAutovacuum } from '../support/kept-statements';
import { emailFrom, whenDone } from '../support/notifications';
import { SentStatements, type Sent } from '../support/plans';
import { sql } from '../support/sql';

const TABLES = ['organizations', 'users', 'memberships', 'sessions', 'api_keys', 'notifications'];
const MANY = 300;
/** Rows that the steps of a plan take in hand; looking up one thing by key takes a few. */
const FEW = 50;

describe('statements that a connection has planned while there was hardly anything', () => {
  let service: TestApp;
  let tenant: Tenant;
  const sent = new SentStatements();

  beforeEach(async () => {
    service = await startTestApp();
    await withoutAutovacuum(service.databaseUrl, TABLES);
    tenant = await registerTenant(service.url);
  });
  afterEach(() => service.close());
  afterAll(() => sent.close());

  it('find whose credential it is without going through all users and organizations', async () => {
    await tenant.session.get('/api/tours').expect(200);
    await tenant.key.get('/api/tours').expect(200);
    const sentWith = search(sent.take());
    const statements = { session: sentWith('s.token_hash = shown'), key: sentWith('k.secret_hash = shown') };
    await later([], statements, async (kept) => {
      for (const [what, { values }] of Object.entries(statements)) {
        const { rows } = await kept.cost('early', what, values);
        expect({ what, isCheap: rows < FEW }).toEqual({ what, isCheap: true });
      }
    });
  });

  it('find whose credential it is by a plan that is kept, however many credentials come together', async () => {
    await tenant.session.get('/api/tours').expect(200);
    await tenant.key.get('/api/tours').expect(200);
    const sentWith = search(sent.take());
    for (const statement of [sentWith('s.token_hash = shown'), sentWith('k.secret_hash = shown')]) {
      const plans = await KeptStatements.plansOf(service.databaseUrl, statement, 20);
      expect(plans).toEqual({ made: 5, kept: 15 });
    }
  });

  it('begin a notification, and look for the next, without going through all notifications and organizations', async () => {
    await whenDone(tenant.key, await emailFrom(tenant.key, ['ada@example.com']));
    await runInContext(systemContext('test'), () => service.app.get(RecipientClaims).look());
    const sentWith = search(sent.take());
    const statements = {
      start: sentWith(`SET status = 'sending', updated_at`),
      look: sentWith('waiting.channel, waiting.due'),
    };
    await sql(service.databaseUrl, `VACUUM ANALYZE ${TABLES.join(', ')}`);
    await later([sentWith(`set_config('enable_seqscan'`)], statements, async (kept) => {
      const [waiting] = await kept.rows(
        `UPDATE notification_recipients SET status = 'queued', due_at = now(), sent_at = NULL, finished_at = NULL
         RETURNING organization_id, notification_id`,
      );
      const start = await kept.cost('early', 'start', [[waiting!['organization_id']], [waiting!['notification_id']]]);
      expect(start.rows).toBeLessThan(FEW);
      const look = await kept.cost('early', 'look', statements.look.values);
      expect(look.rows).toBeLessThan(FEW);
    });
  });

  const search = (all: readonly Sent[]) => (part: string) => all.find(({ text }) => text.includes(part))!;

  /** Plans statements now, and does `work` with them when there is much of everything; takes back what that did. */
  async function later(
    settings: readonly Sent[],
    statements: Readonly<Record<string, Sent>>,
    work: (kept: KeptStatements) => Promise<void>,
  ): Promise<void> {
    const kept = await KeptStatements.open(service.databaseUrl, settings);
    try {
      await kept.keep('early', statements);
      await fill();
      await kept.rollingBack(() => work(kept));
    } finally {
      await kept.close();
    }
  }

  /** Many of each, copied from one that there is. */
  async function fill(): Promise<void> {
    const copies = (table: string, changes: string) =>
      sql(
        service.databaseUrl,
        `INSERT INTO ${table} SELECT copied.* FROM (SELECT * FROM ${table} LIMIT 1) AS one, generate_series(1, ${MANY}) AS n,
           jsonb_populate_record(NULL::${table}, to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(), ${changes})) AS copied`,
      );
    await copies('organizations', `'slug', 'copy-' || n`);
    await copies('users', `'email_key', n || '@example.com'`);
    await copies('notifications', `'status', 'sent', 'subject', 'copy ' || n`);
  }
});
