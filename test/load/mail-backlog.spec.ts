import { newId, NIL_ID } from '../../src/kernel/ids';
import { runInContext, systemContext } from '../../src/platform/context/request-context';
import { MailQueue } from '../../src/platform/mail/mail-queue';
import { startTestApp, type TestApp } from '../support/app';
import { KeptStatements, withoutAutovacuum } from '../support/kept-statements';
import { MailQueueTable, Opened, send } from '../support/mail-queue';
import { SentStatements, type Sent } from '../support/plans';
import { useLockedTimetable } from '../support/timetable';

const BACKLOG = 20_000;
/** Organizations with one message each, which is not due yet. */
const OTHERS = 5;
/** Rows that the steps of a plan take in hand: a few dozen for each that has something waiting. */
const MAX_ROWS = 300;

type Statements = Record<'inTurn' | 'perKey' | 'oldestDue', Sent>;

describe('a backlog of mail', () => {
  const opened = new Opened();
  const sent = new SentStatements();
  let service: TestApp;
  let queue: MailQueueTable;

  useLockedTimetable();
  beforeEach(async () => {
    service = opened.add(await startTestApp());
    queue = opened.add(await MailQueueTable.open(service.databaseUrl));
    await withoutAutovacuum(service.databaseUrl, ['mail_messages']);
  });
  afterEach(() => opened.close());
  afterAll(() => sent.close());

  it.each([
    ['never looked at the table', []],
    ['looked at it when it was empty', ['before']],
    ['looked at it again', ['before', 'after']],
  ])('is not read through to find what is next, where PostgreSQL %s', async (_when, looks) => {
    const look = async (when: string) => {
      if (looks.includes(when)) await queue.query('VACUUM ANALYZE mail_messages');
    };
    const [settings, statements] = await theirStatements();
    await look('before');
    const kept = opened.add(await KeptStatements.open(service.databaseUrl, settings));
    await kept.keep('early', statements);
    const [busy, others] = await pileUp();
    await look('after');
    await kept.keep('late', statements);

    const lease = newId();
    for (const when of ['early', 'late']) {
      const dear: unknown[] = [];
      const claimedOf = async (what: keyof Statements, values: unknown[]) => {
        let claimed: unknown;
        await kept.rollingBack(async () => {
          const { rows } = await kept.cost(when, what, values);
          if (rows > MAX_ROWS) dear.push({ when, what, rows });
          claimed = (
            await kept.rows('SELECT organization_id, to_key FROM mail_messages WHERE locked_by IS NOT NULL')
          )[0];
        });
        return claimed;
      };
      const oldest = { organization_id: busy, to_key: '1' };
      const platforms = { organization_id: null, to_key: 'platform' };
      expect(await claimedOf('inTurn', [NIL_ID, lease, []])).toEqual(oldest);
      expect(await claimedOf('inTurn', [others[0], lease, []])).toEqual(platforms);
      expect(await claimedOf('inTurn', [busy, lease, []])).toEqual(platforms);
      expect(await claimedOf('inTurn', [NIL_ID, lease, [busy]])).toEqual(platforms);
      expect(await claimedOf('inTurn', [NIL_ID, lease, [busy, NIL_ID]])).toBeUndefined();
      expect(await claimedOf('perKey', [NIL_ID, lease])).toEqual(platforms);
      await claimedOf('oldestDue', [NIL_ID]);
      expect(dear).toEqual([]);
    }
  });

  /** What the service sends to claim mail, and to measure how long it has been waiting. */
  async function theirStatements(): Promise<[Sent[], Statements]> {
    await queue.isSent(await send(service));
    await runInContext(systemContext('test'), async () => {
      await service.app.get(MailQueue).claim({ organizations: false, excluded: [] });
      await service.app.get(MailQueue).oldestDueSeconds();
    });
    const all = sent.take();
    const sending = (...parts: string[]) => all.find(({ text }) => parts.every((part) => text.includes(part)))!;
    return [
      [sending(`set_config('enable_seqscan'`)],
      {
        inTurn: sending('next_owner AS', 'RECURSIVE'),
        perKey: sending('WITH next_owner AS'),
        oldestDue: sending('AS seconds', 'mail_messages'),
      },
    ];
  }

  /** Very many messages of one organization, one of the platform, and a few others that are to wait. */
  async function pileUp(): Promise<[busy: string, others: string[]]> {
    const busy = await queue.organization();
    const others: string[] = [];
    while (others.length < OTHERS) others.push(await queue.organization());
    const insert = (organizationId: string | null, to: string, times: number, due: string) =>
      queue.query(
        `INSERT INTO mail_messages (id, organization_id, template, to_key, content, created_at, status, attempts, due_at)
         SELECT gen_random_uuid(), $1, 't', $2 || CASE $3 WHEN 1 THEN '' ELSE n::text END, '{}', now(), 'queued', 0,
           now() + $4::interval + n * interval '1 ms'
         FROM generate_series(1, $3::int) AS n`,
        organizationId,
        to,
        times,
        due,
      );
    await insert(busy, '', BACKLOG, '-1 hour');
    await insert(null, 'platform', 1, '-1 minute');
    for (const other of others) await insert(other, 'other', 1, '1 hour');
    return [busy, others];
  }
});
