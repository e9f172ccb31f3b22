import { Metrics } from '../../src/platform/metrics/metrics';
import { startTestApp, type TestApp } from '../support/app';
import { createTestDatabase } from '../support/database';
import { idOf, MailServer, Refusal, unusedPort } from '../support/mail';
import { MailQueueTable, Opened, send, wake } from '../support/mail-queue';
import { useLockedTimetable } from '../support/timetable';

// Every service here has a database of its own: what shares a queue sends each other's mail, by its own mail server.
describe('mail that cannot be sent', () => {
  const opened = new Opened();

  useLockedTimetable();
  afterEach(() => opened.close());

  it('waits for a mail server that is down, outlives a restart, and arrives', async () => {
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    const queue = opened.add(await MailQueueTable.open(database.url));
    const port = await unusedPort();
    const env = { DATABASE_URL: database.url, SMTP_URL: `smtp://127.0.0.1:${port}` };
    const before = opened.add(new Opened());
    const id = await send(before.add(await startTestApp(env)));
    expect(await queue.isPostponed(id)).toMatchObject({
      status: 'queued',
      attempts: 1,
      locked: false,
      last_error: expect.stringContaining('ECONNREFUSED'),
    });
    await before.close();

    const late = opened.add(await MailServer.start(port));
    opened.add(await startTestApp(env));
    // By the timetable alone: nobody wakes the sender.
    await queue.passes(5);
    await queue.isSent(id);
    expect(late.received.map(idOf)).toEqual([id]);
  });

  it('is tried again after a temporary refusal', async () => {
    const { server, app, queue } = await open();
    server.onRecipient = () => {
      server.onRecipient = () => undefined;
      throw new Refusal(451, '4.7.1 come back later');
    };
    const id = await send(app);
    expect(await queue.isPostponed(id)).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: 'EENVELOPE at RCPT TO: 451 4.7.1',
    });
    await queue.comeDue(id);
    wake(app);
    await queue.isSent(id);
    expect(await queue.row(id)).toMatchObject({ attempts: 2, last_error: null });
    expect(server.received).toHaveLength(1);
  });

  it('is tried seven times in eight hours, then given up', async () => {
    const { server, app, queue } = await open();
    server.onRecipient = () => {
      throw new Refusal(421, '4.3.2 shutting down');
    };
    let begun = performance.now();
    const id = await send(app);
    for (const [index, delay] of [5, 30, 120, 600, 3_600, 21_600].entries()) {
      const { status, due_in: dueIn } = await queue.isPostponed(id, index + 1);
      expect(status).toBe('queued');
      // Counted from the end of the attempt, which came after it was begun.
      expect(dueIn).toBeLessThanOrEqual(delay);
      expect(dueIn).toBeGreaterThan(delay - (performance.now() - begun) / 1_000);
      begun = performance.now();
      await queue.comeDue(id);
      wake(app);
    }
    await queue.isGivenUp(id);
    expect(await queue.row(id)).toMatchObject({ attempts: 7, content: null });
  });

  it('is given up at once when the server refuses it for good', async () => {
    const { server, app, queue } = await open();
    server.onRecipient = () => {
      throw new Refusal(550, '5.1.1 nobody of that name');
    };
    const id = await send(app);
    await queue.isGivenUp(id);
    expect(await queue.row(id)).toMatchObject({
      attempts: 1,
      last_error: 'EENVELOPE at RCPT TO: 550 5.1.1',
      content: null,
    });
    expect(server.received).toHaveLength(0);
  });

  it('waits while the server refuses the service itself: that is for the operator to mend', async () => {
    const strict = opened.add(
      await MailServer.start(0, {
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => done(new Refusal(535, '5.7.8 wrong password')),
      }),
    );
    const { app, queue } = await openWith(strict.url.replace('://', '://tours:wrong@'));
    const id = await send(app);
    expect(await queue.isPostponed(id)).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringMatching(/^EAUTH at AUTH \w+: 535 5.7.8$/),
    });
  });

  it('can be watched: outcomes, and how long the oldest has been waiting', async () => {
    const { app, queue } = await openWith(`smtp://127.0.0.1:${await unusedPort()}`);
    const metrics = () => app.app.get(Metrics).registry.metrics();
    expect(await metrics()).toMatch(/^mail_oldest_due_seconds 0$/m);
    const id = await send(app);
    await queue.isPostponed(id);
    expect(await metrics()).toContain('mail_attempts_total{outcome="postponed"} 1');
    await queue.query(
      `UPDATE mail_messages SET due_at = now() - interval '1 hour', locked_until = now() + interval '1 minute', locked_by = id`,
    );
    expect(Number(/^mail_oldest_due_seconds (.+)$/m.exec(await metrics())?.[1])).toBeGreaterThanOrEqual(3_600);
  });

  async function open(): Promise<{ server: MailServer; app: TestApp; queue: MailQueueTable }> {
    const server = opened.add(await MailServer.start());
    return { server, ...(await openWith(server.url)) };
  }

  async function openWith(smtpUrl: string): Promise<{ app: TestApp; queue: MailQueueTable }> {
    const app = opened.add(await startTestApp({ SMTP_URL: smtpUrl }));
    return { app, queue: opened.add(await MailQueueTable.open(app.databaseUrl)) };
  }
});
