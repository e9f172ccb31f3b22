import { MailWorker } from '../../src/platform/mail/mail-worker';
import { startTestApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { Gate } from '../support/gate';
import { idOf, MailServer, Refusal } from '../support/mail';
import { MailQueueTable, Opened, send } from '../support/mail-queue';
import { lockWaits, sql, whileLocked } from '../support/sql';
import { useLockedTimetable } from '../support/timetable';

describe('what became of a mail', () => {
  const opened = new Opened();
  let server: MailServer;
  let queue: MailQueueTable;
  let service: TestApp;

  useLockedTimetable();

  beforeEach(async () => {
    server = opened.add(await MailServer.start());
    service = opened.add(await startTestApp({ SMTP_URL: server.url }));
    queue = opened.add(await MailQueueTable.open(service.databaseUrl));
  });

  afterEach(() => opened.close());

  it.each([
    { outcome: 'sent', response: () => undefined },
    { outcome: 'failed', response: () => Promise.reject(new Refusal(550, '5.1.1 nobody of that name')) },
    { outcome: 'queued', response: () => Promise.reject(new Refusal(451, '4.7.1 come back later')) },
  ])('is recorded by its sender though the database ends the connection ($outcome)', async ({ outcome, response }) => {
    const gate = new Gate();
    server.onRecipient = () => gate.pass().then(response);
    const id = await send(service);
    await gate.waiting(1);
    await whileLocked(service.databaseUrl, ['SELECT FROM mail_messages WHERE id = $1 FOR UPDATE', id], async () => {
      gate.open();
      await lockWaits(service.databaseUrl);
      await sql(
        service.databaseUrl,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    });
    await eventually('it to be recorded', async () => !(await queue.row(id)).locked);
    expect(await queue.row(id)).toMatchObject({ status: outcome, attempts: 1 });
    expect(server.received.map(idOf)).toEqual(outcome === 'sent' ? [id] : []);
  });

  it('does not keep the service from stopping when it cannot be recorded', async () => {
    await sql(
      service.databaseUrl,
      `CREATE SEQUENCE tries;
       CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
         BEGIN PERFORM nextval('public.tries'); RAISE EXCEPTION 'out of memory' USING ERRCODE = '53200'; END $$;
       CREATE TRIGGER refuse BEFORE UPDATE ON mail_messages FOR EACH ROW
         WHEN (NEW.locked_by IS NULL) EXECUTE FUNCTION refuse()`,
    );
    const tries = async () =>
      Number((await sql(service.databaseUrl, 'SELECT last_value FROM tries'))[0]!['last_value']);
    const id = await send(service);
    await eventually('its record to be tried again', async () => (await tries()) >= 2);
    await service.app.get(MailWorker).beforeApplicationShutdown();
    expect(await tries()).toBeLessThan(10);
    expect(await queue.row(id)).toMatchObject({ status: 'queued', locked: true });
  });
});
