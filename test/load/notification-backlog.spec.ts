import { SchedulerRegistry } from '@nestjs/schedule';
import { newId } from '../../src/kernel/ids';
import { RecipientClaims } from '../../src/modules/reach/notifications/recipient-claims.repository';
import { runInContext, systemContext } from '../../src/platform/context/request-context';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { KeptStatements, withoutAutovacuum } from '../support/kept-statements';
import { emailFrom, RecipientTable, whenDone } from '../support/notifications';
import { SentStatements, type Sent } from '../support/plans';

const RECIPIENTS = 2_000;
const CLAIMED = 50;
/** Rows that the steps of a plan take in hand: each of those may be compared with each other, but not with all who wait. */
const MAX_ROWS = 3 * CLAIMED * CLAIMED;

type Statements = Record<'claim' | 'handOver' | 'renew' | 'record', Sent>;

describe('a notification to very many', () => {
  let service: TestApp;
  let tenant: Tenant;
  let table: RecipientTable;
  let kept: KeptStatements;
  const sent = new SentStatements();

  beforeEach(async () => {
    service = await startTestApp();
    tenant = await registerTenant(service.url);
    table = await RecipientTable.open(service.databaseUrl);
    await withoutAutovacuum(service.databaseUrl, ['notifications', 'notification_recipients']);
  });
  afterEach(async () => {
    await kept.close();
    await table.close();
    await service.close();
  });
  afterAll(() => sent.close());

  it.each([
    ['never looked at the tables', []],
    ['looked at them when they were empty', ['before']],
    ['looked at them again', ['before', 'after']],
  ])('is written to in its own size, where PostgreSQL %s', async (_when, looks) => {
    const look = async (when: string) => {
      if (looks.includes(when)) await table.query('VACUUM ANALYZE notifications, notification_recipients');
    };
    const [settings, statements] = await theirStatements();
    await look('before');
    kept = await KeptStatements.open(service.databaseUrl, settings);
    await kept.keep('early', statements);
    const notification = await pileUp();
    await look('after');
    await kept.keep('late', statements);

    const own = [[notification.organization_id], [notification.id]];
    for (const when of ['early', 'late'])
      await kept.rollingBack(async () => {
        const dear: unknown[] = [];
        const expectCheap = async (what: keyof Statements, values: unknown[]) => {
          const { rows } = await kept.cost(when, what, values);
          if (rows > MAX_ROWS) dear.push({ when, what, rows });
        };
        await expectCheap('claim', [...own, [CLAIMED], newId()]);
        const claimed = await kept.rows(
          `SELECT organization_id, id, lease_token FROM notification_recipients WHERE lease_token IS NOT NULL ORDER BY id`,
        );
        expect(claimed).toHaveLength(CLAIMED);
        const column = (name: string) => claimed.map((row) => row[name]);
        const all = (value: unknown) => claimed.map(() => value);
        const leases = [column('organization_id'), column('id'), column('lease_token')];
        await expectCheap('handOver', leases);
        await expectCheap('renew', leases);
        await expectCheap('record', [...leases, all('sent'), all(null), all(null), all(0), all(null)]);
        expect(dear).toEqual([]);
      });
  });

  /** What the service sends to claim recipients, to keep them, and to write down what became of them. */
  async function theirStatements(): Promise<[Sent[], Statements]> {
    await whenDone(tenant.key, await emailFrom(tenant.key, ['ada@example.com']));
    // Nothing is under way for so long that it would be renewed.
    const nobodys = { organizationId: newId(), notificationId: newId(), id: newId(), token: newId() };
    await runInContext(systemContext('test'), () => service.app.get(RecipientClaims).renew([nobodys]));
    const all = sent.take();
    const sending = (part: string) => all.find(({ text }) => text.includes(part))!;
    await table.query('DELETE FROM notifications');
    return [
      [sending(`set_config('enable_seqscan'`)],
      {
        claim: sending(`SET status = 'sending', handed_over = false`),
        handOver: sending('SET handed_over = true'),
        renew: sending('UPDATE notification_recipients r SET leased_until'),
        record: sending('recorded AS'),
      },
    ];
  }

  /** A notification that nobody has begun with, which the service does not come upon while this goes on. */
  async function pileUp(): Promise<Json> {
    await whenDone(tenant.key, await emailFrom(tenant.key, ['ada@example.com']));
    service.app.get(SchedulerRegistry).deleteInterval('notifications-look');
    await table.query(
      `INSERT INTO notification_recipients
       SELECT copied.* FROM notification_recipients r, generate_series(1, $1::int) AS n,
         jsonb_populate_record(NULL::notification_recipients, to_jsonb(r) || jsonb_build_object('id', gen_random_uuid(),
           'address_key', n, 'status', 'queued', 'finished_at', NULL, 'sent_at', NULL)) AS copied`,
      RECIPIENTS,
    );
    const [notification] = await table.query('SELECT * FROM notifications');
    return notification!;
  }
});
