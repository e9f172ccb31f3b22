import { setTimeout as delay } from 'node:timers/promises';
import { Metrics } from '../../src/platform/metrics/metrics';
import { MailQueue } from '../../src/platform/mail/mail-queue';
import { MailWorker } from '../../src/platform/mail/mail-worker';
import { UnitOfWork } from '../../src/platform/tenancy/unit-of-work';
import { startTestApp, type TestApp } from '../support/app';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { idOf, MailServer, Refusal } from '../support/mail';
import { inUnitOfWork, MailQueueTable, Opened, PLATFORM, send, sendMany, wake } from '../support/mail-queue';
import { useLockedTimetable } from '../support/timetable';

describe('mail that several replicas may send', () => {
  const opened = new Opened();
  let server: MailServer;
  let databaseUrl: string;
  let queue: MailQueueTable;

  useLockedTimetable();

  beforeEach(async () => {
    server = opened.add(await MailServer.start());
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    databaseUrl = database.url;
    queue = opened.add(await MailQueueTable.open(databaseUrl));
  });

  afterEach(() => opened.close());

  it('is sent exactly once each by two at work on the same 200, whoever they belong to', async () => {
    const owners = [await queue.organization(), null, await queue.organization()];
    const replicas = [await replica(), await replica()];
    server.onRecipient = () => delay(Math.random() * 10);
    const batches = await Promise.all(
      Array.from({ length: 20 }, (_, batch) => sendMany(replicas[batch % 2]!, 10, owners[batch % 3])),
    );
    await eventually('all to be sent', async () => (await queue.count('sent')) === 200);
    expect(server.received.map(idOf).sort()).toEqual(batches.flat().sort());
  });

  it('is taken over when its sender dies, and the record stays what the one who took it over wrote', async () => {
    const [first, second] = [await replica(), await replica()];
    let revive: () => void = () => undefined;
    const stalled = new Promise<void>((resolve) => {
      server.onRecipient = () => {
        server.onRecipient = () => undefined;
        resolve();
        return new Promise<void>((_done, refuse) => (revive = () => refuse(new Refusal(550, '5.1.1 too late'))));
      };
    });
    const looks = jest.spyOn(first.app.get(MailQueue), 'claim');
    const id = await send(first);
    await stalled;
    // Where one was due it looked for more; with that behind it, the first sender takes nothing over itself.
    await Promise.all(looks.mock.results.map(({ value }) => value as Promise<unknown>));
    expect(await queue.row(id)).toMatchObject({ status: 'queued', attempts: 1, locked: true });
    // A live lease is nobody else's: another replica looks, finds nothing and goes home.
    wake(second);
    await second.app.get(MailWorker).beforeApplicationShutdown();
    expect(server.received).toHaveLength(0);

    // As if the sender had been killed two minutes ago.
    await queue.query(`UPDATE mail_messages SET locked_until = now() - interval '1 second'`);
    const third = await replica();
    wake(third);
    await queue.isSent(id);
    expect(server.received.map(idOf)).toEqual([id]);

    revive();
    await eventually('the first sender to notice', () =>
      first.log.some((line) => line.includes(id) && line.includes('took the mail over')),
    );
    expect(await queue.row(id)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(await third.app.get(Metrics).registry.metrics()).toContain('mail_attempts_total{outcome="lost"} 1');
  });

  it('is given back when the service stops in the middle, and occupies no connection to the database meanwhile', async () => {
    const stopping = opened.add(new Opened());
    const small = await replica({ DATABASE_POOL_SIZE: '3' }, stopping);
    let stalling = 0;
    server.onRecipient = () => {
      stalling++;
      return new Promise<void>(() => undefined);
    };
    const ids = await sendMany(small, 5);
    await eventually('all to stall', () => stalling === 5);
    await inUnitOfWork(small, PLATFORM, () => small.app.get(UnitOfWork).current.client.query('SELECT 1'));
    await stopping.close();
    for (const id of ids) {
      expect(await queue.row(id)).toMatchObject({ status: 'queued', attempts: 0, locked: false });
    }
  });

  /** One more replica on the test's database. */
  async function replica(env: Record<string, string> = {}, among = opened): Promise<TestApp> {
    return among.add(await startTestApp({ DATABASE_URL: databaseUrl, SMTP_URL: server.url, ...env }));
  }
});
