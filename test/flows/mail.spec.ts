import { readdir, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';
import { newId } from '../../src/kernel/ids';
import { readConfiguration } from '../../src/platform/config/configuration';
import { runInContext, systemContext, type Scope } from '../../src/platform/context/request-context';
import { Metrics } from '../../src/platform/health/metrics';
import { PublicOrigin } from '../../src/platform/http/public-origin';
import { JobRunner } from '../../src/platform/jobs/job-runner';
import { renderMail } from '../../src/platform/mail/mail-layout';
import { MailWorker } from '../../src/platform/mail/mail-worker';
import { Mailer, type MailRequest, type MailTemplate } from '../../src/platform/mail/mailer';
import { UnitOfWork } from '../../src/platform/tenancy/unit-of-work';
import { startTestApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { MailServer, readMailFiles, Refusal, type ReceivedMail } from '../support/mail';

interface MailRow {
  status: string;
  attempts: number;
  content: object | null;
  last_error: string | null;
  locked: boolean;
  /** From the end of the last attempt to the next one. */
  delay: number | null;
}

interface Letter {
  greeting: string;
  link: string;
}

const SECRET = 'kq3vJ8sZ0secretsecretsecret';
const LINK = `https://tours.example.com/invitations/accept?token=${SECRET}`;
const PLATFORM: Scope = { unscoped: 'a test sends mail of the platform' };

const letter: MailTemplate<Letter> = {
  name: 'letter',
  render: ({ greeting, link }) =>
    renderMail({
      subject: `A letter: ${greeting}`,
      paragraphs: [greeting, 'See you soon.'],
      action: { label: 'Come in', url: link },
    }),
};

describe('mail', () => {
  let server: MailServer;
  let first: TestApp;
  const opened: TestApp[] = [];
  let superuser: Client;

  beforeAll(async () => {
    server = await MailServer.start();
    first = await startTestApp({
      SMTP_URL: server.url,
      MAIL_FROM: 'Tours <tours@example.com>',
      BASE_URL: 'https://tours.example.com/',
    });
    superuser = new Client(first.databaseUrl);
    await superuser.connect();
  });

  beforeEach(async () => {
    server.received.length = 0;
    server.onRecipient = () => undefined;
    await superuser.query('DELETE FROM mail_messages');
  });

  afterEach(async () => {
    for (const app of opened.splice(0)) await app.close();
  });

  afterAll(async () => {
    await superuser.end();
    await first.close();
    await server.close();
  });

  it('arrives once, as text and as HTML, with what identifies it', async () => {
    const [id] = await send(first, {
      to: { name: 'Zoë, of "Graz"', address: 'zoe@example.com' },
      listUnsubscribeUrl: 'https://tours.example.com/off?u=1',
    });
    await isSent(id!);
    expect(server.received).toHaveLength(1);
    const { headers, text, html } = server.received[0]!;
    expect(headers).toMatchObject({
      from: 'Tours <tours@example.com>',
      to: 'Zoë, of "Graz" <zoe@example.com>',
      subject: 'A letter: Grüß <Gott> & Co',
      'message-id': `<${id}@example.com>`,
      'list-unsubscribe': '<https://tours.example.com/off?u=1>',
      'auto-submitted': 'auto-generated',
      'mime-version': '1.0',
    });
    expect(Math.abs(Date.parse(headers['date']!) - Date.now())).toBeLessThan(60_000);
    expect(text.trimEnd().split(/\r?\n/)).toEqual(['Grüß <Gott> & Co', '', 'See you soon.', '', 'Come in:', LINK]);
    expect(html).toContain('<p>Grüß &lt;Gott&gt; &amp; Co</p>');
    expect(html).toContain(`<a href="${LINK}"`);
    expect(html).not.toContain('<Gott>');
  });

  it('leaves neither its content in the database nor a secret in the log', async () => {
    const [sent] = await send(first, {});
    await isSent(sent!);
    server.onRecipient = (address) => {
      throw new Refusal(550, `5.7.1 ${address}: we do not like ${LINK}`);
    };
    const [refused] = await send(first, {});
    await eventually('the refusal', async () => (await mail(refused!)).status === 'failed');
    for (const id of [sent!, refused!]) expect(await mail(id)).toMatchObject({ content: null, locked: false });
    const { rows } = await superuser.query('SELECT * FROM mail_messages');
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    const log = await eventually('the log', () =>
      first.log.some((line) => line.includes(refused!)) ? first.log.join('') : null,
    );
    expect(log).toContain(sent!);
    expect(log).not.toContain(SECRET);
    expect(log).not.toContain('someone@example.com');
  });

  it('is sent for no change that is rolled back', async () => {
    const failing = send(first, {}, () => {
      throw new Error('the change fails');
    });
    await expect(failing).rejects.toThrow('the change fails');
    const [id] = await send(first, {});
    await isSent(id!);
    expect(server.received.map(idOf)).toEqual([id]);
    expect(await count()).toBe(1);
  });

  it('belongs to the organization in scope, and to no other', async () => {
    const organizationId = await organization();
    const scope = { organizationId };
    const [id] = await send(first, { organizationId }, undefined, scope);
    await isSent(id!);
    await expect(send(first, { organizationId: await organization() }, undefined, scope)).rejects.toThrow(
      'row-level security',
    );
    await expect(send(first, { organizationId: null }, undefined, scope)).rejects.toThrow('row-level security');
    expect(await count()).toBe(1);
  });

  it('waits for a mail server that is down, outlives a restart, and arrives', async () => {
    const port = await freePort();
    const before = await open({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const [id] = await send(before, {});
    const waiting = await eventually('the first attempt', async () =>
      found(await mail(id!), ({ last_error }) => last_error !== null),
    );
    expect(waiting).toMatchObject({
      status: 'queued',
      attempts: 1,
      delay: 5,
      locked: false,
      last_error: expect.stringContaining('ECONNREFUSED'),
    });
    await before.close();

    const late = await MailServer.start(port);
    try {
      await open({ SMTP_URL: `smtp://127.0.0.1:${port}` });
      // By the timetable alone: nobody wakes the sender.
      await isSent(id!);
      expect(late.received.map(idOf)).toEqual([id]);
    } finally {
      await closeAll();
      await late.close();
    }
  }, 60_000);

  it('is tried again after a temporary refusal', async () => {
    server.onRecipient = () => {
      server.onRecipient = () => undefined;
      throw new Refusal(451, '4.7.1 come back later');
    };
    const [id] = await send(first, {});
    const postponed = await eventually('the first attempt', async () =>
      found(await mail(id!), ({ last_error }) => last_error !== null),
    );
    expect(postponed).toMatchObject({
      status: 'queued',
      attempts: 1,
      delay: 5,
      last_error: 'EENVELOPE at RCPT TO: 451 4.7.1',
    });
    await comeDue(id!);
    await isSent(id!);
    expect(await mail(id!)).toMatchObject({ attempts: 2, last_error: null });
    expect(server.received).toHaveLength(1);
  });

  it('is tried seven times in eight hours, then given up', async () => {
    server.onRecipient = () => {
      throw new Refusal(421, '4.3.2 shutting down');
    };
    const [id] = await send(first, {});
    const delays: (number | null)[] = [];
    for (let attempt = 1; attempt <= 6; attempt++) {
      const row = await eventually(`attempt ${attempt}`, async () =>
        found(await mail(id!), ({ attempts, locked }) => attempts === attempt && !locked),
      );
      expect(row.status).toBe('queued');
      delays.push(row.delay);
      await comeDue(id!);
    }
    expect(delays).toEqual([5, 30, 120, 600, 3_600, 21_600]);
    await eventually('giving up', async () => (await mail(id!)).status === 'failed');
    expect(await mail(id!)).toMatchObject({ attempts: 7, content: null });
  });

  it('is given up at once when the server refuses it for good', async () => {
    server.onRecipient = () => {
      throw new Refusal(550, '5.1.1 nobody of that name');
    };
    const [id] = await send(first, {});
    await eventually('giving up', async () => (await mail(id!)).status === 'failed');
    expect(await mail(id!)).toMatchObject({
      attempts: 1,
      last_error: 'EENVELOPE at RCPT TO: 550 5.1.1',
      content: null,
    });
    expect(server.received).toHaveLength(0);
  });

  it('waits while the server refuses the service itself: that is for the operator to mend', async () => {
    const strict = await MailServer.start(0, {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Refusal(535, '5.7.8 wrong password')),
    });
    const app = await open({ SMTP_URL: strict.url.replace('://', '://tours:wrong@') });
    const [id] = await send(app, {});
    const row = await eventually('the first attempt', async () =>
      found(await mail(id!), ({ last_error }) => last_error !== null),
    );
    expect(row).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringMatching(/^EAUTH at AUTH \w+: 535 5.7.8$/),
    });
    await closeAll();
    await strict.close();
  });

  it('is sent exactly once each by two replicas at work on the same 200', async () => {
    const second = await open();
    server.onRecipient = () => delay(Math.random() * 10);
    const batches = await Promise.all(
      Array.from({ length: 20 }, (_, batch) => send(batch % 2 === 0 ? first : second, {}, undefined, PLATFORM, 10)),
    );
    const ids = batches.flat();
    await eventually('all to be sent', async () => (await count('sent')) === 200);
    expect(server.received.map(idOf).sort()).toEqual([...ids].sort());
  });

  it('is taken over when its sender dies, and the record stays what the one who took it over wrote', async () => {
    const second = await open();
    let revive: () => void = () => undefined;
    const stalled = new Promise<void>((resolve) => {
      server.onRecipient = () => {
        server.onRecipient = () => undefined;
        resolve();
        return new Promise<void>((_done, refuse) => (revive = () => refuse(new Refusal(550, '5.1.1 too late'))));
      };
    });
    const [id] = await send(first, {});
    await stalled;
    expect(await mail(id!)).toMatchObject({ status: 'queued', attempts: 1, locked: true });
    // A live lease is nobody else's: another replica looks, finds nothing and goes home.
    second.app.get(MailWorker).wake();
    await second.app.get(MailWorker).beforeApplicationShutdown();
    expect(server.received).toHaveLength(0);

    // As if the sender had been killed two minutes ago.
    await superuser.query(`UPDATE mail_messages SET locked_until = now() - interval '1 second'`);
    const third = await open();
    third.app.get(MailWorker).wake();
    await isSent(id!);
    expect(server.received.map(idOf)).toEqual([id]);

    revive();
    await eventually('the first sender to notice', () =>
      first.log.some((line) => line.includes(id!) && line.includes('took the mail over')),
    );
    expect(await mail(id!)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(await third.app.get(Metrics).registry.metrics()).toContain('mail_attempts_total{outcome="lost"} 1');
  });

  it('is given back when the service stops in the middle, and holds no connection to the database meanwhile', async () => {
    const small = await open({ DATABASE_POOL_SIZE: '3' });
    let stalling = 0;
    server.onRecipient = () => {
      stalling++;
      return new Promise<void>(() => undefined);
    };
    const ids = await send(small, {}, undefined, PLATFORM, 5);
    await eventually('all to stall', () => stalling === 5);
    await unitOfWork(small, PLATFORM, () => small.app.get(UnitOfWork).current.client.query('SELECT 1'));
    await closeAll();
    for (const id of ids) expect(await mail(id)).toMatchObject({ status: 'queued', attempts: 0, locked: false });
  });

  it('can be watched: outcomes, and how long the oldest has been waiting', async () => {
    const app = await open({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
    const metrics = () => app.app.get(Metrics).registry.metrics();
    expect(await metrics()).toMatch(/^mail_oldest_due_seconds 0$/m);
    const [id] = await send(app, {});
    await eventually('the first attempt', async () => (await mail(id!)).last_error);
    expect(await metrics()).toContain('mail_attempts_total{outcome="postponed"} 1');
    await superuser.query(
      `UPDATE mail_messages SET due_at = now() - interval '1 hour', locked_until = now() + interval '1 minute', locked_by = id`,
    );
    expect(Number(/^mail_oldest_due_seconds (.+)$/m.exec(await metrics())?.[1])).toBeGreaterThanOrEqual(3_600);
  });

  it('is forgotten 30 days after it was sent, 90 after it was given up', async () => {
    const [sent] = await send(first, {});
    await isSent(sent!);
    server.onRecipient = () => {
      throw new Refusal(550, 'no');
    };
    const [failed] = await send(first, {});
    await eventually('giving up', async () => (await mail(failed!)).status === 'failed');
    const left: number[] = [];
    try {
      for (const days of [29, 2, 58, 2]) {
        first.clock.advance(days * 24 * 60 * 60 * 1000);
        expect(await first.app.get(JobRunner).runNow('forget-mail')).toBe(true);
        left.push(await count());
      }
    } finally {
      first.clock.release();
    }
    expect(left).toEqual([2, 1, 1, 0]);
  });

  it('refuses what would break out of a header', async () => {
    const breaking = [
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com>',
      '<a@example.com',
      'a b@example.com',
      'a',
      '',
    ];
    for (const address of breaking) await expect(send(first, { to: { address } })).rejects.toThrow('needs an address');
    const raw: MailTemplate<Letter> = {
      name: 'raw',
      render: ({ greeting }) => ({ subject: greeting, text: '', html: '' }),
    };
    for (const greeting of ['a\r\nBcc: b@example.com', 'a\nb', 'a\u0000b', 'a\u2028b']) {
      await expect(send(first, { template: raw, data: { greeting, link: LINK } })).rejects.toThrow('one line');
    }
    for (const url of ['https://x.example/\r\nBcc: b@example.com', 'javascript:alert(1)', 'https://x.example/>']) {
      await expect(send(first, { listUnsubscribeUrl: url })).rejects.toThrow('web address');
    }
    expect(() => letter.render({ greeting: 'a', link: 'javascript:alert(1)' })).toThrow('http');
    expect(await count()).toBe(0);
  });

  it("takes people's names as they are, whatever is in them", async () => {
    const name = 'Eve\r\nBcc: b@example.com';
    const [id] = await send(first, {
      to: { name, address: 'eve@example.com' },
      data: { greeting: `Dear\r\nBcc: b@example.com\nEve`, link: LINK },
    });
    await isSent(id!);
    const { headers, html } = server.received[0]!;
    expect(headers['bcc']).toBeUndefined();
    expect(headers['to']).toBe('"Eve Bcc: b@example.com" <eve@example.com>');
    expect(headers['subject']).toBe('A letter: Dear Bcc: b@example.com Eve');
    expect(html.replace(/\r\n/g, '\n')).toContain('<p>Dear<br>\nBcc: b@example.com<br>\nEve</p>');
  });

  it('is written to files for its owner alone when there is no mail server', async () => {
    const app = await open({ SMTP_URL: '' });
    const ids = await send(app, {}, undefined, PLATFORM, 3);
    for (const id of ids) await isSent(id);
    const mails = await readMailFiles(app.dataDir);
    expect(mails.map(idOf).sort()).toEqual([...ids].sort());
    expect(mails[0]).toMatchObject({
      headers: { from: 'Tours and Events <no-reply@localhost>', to: 'someone@example.com' },
      text: expect.stringContaining(LINK),
    });
    const names = await readdir(join(app.dataDir, 'mail'));
    expect(names).toHaveLength(3);
    for (const name of names) {
      expect(name).toMatch(/^\d{8}T\d{9}Z-[0-9a-f-]{36}\.eml$/);
      expect((await stat(join(app.dataDir, 'mail', name))).mode & 0o077).toBe(0);
    }
  });

  it('comes from MAIL_FROM, which is checked at the start', () => {
    const from = (MAIL_FROM: string) => readConfiguration({ MAIL_FROM }).mailFrom;
    expect(from('')).toEqual({ name: 'Tours and Events', address: 'no-reply@localhost' });
    expect(from('tours@example.com')).toEqual({ name: '', address: 'tours@example.com' });
    expect(from('"Tours, Graz" <tours@example.com>')).toEqual({ name: 'Tours, Graz', address: 'tours@example.com' });
    for (const bad of [
      'nobody',
      'Tours <nobody>',
      'a@b.c, d@e.f',
      'Tours <a@b.c> <d@e.f>',
      'T\r\nBcc: x@y.z <a@b.c>',
    ]) {
      expect(() => from(bad)).toThrow(/^MAIL_FROM must be/);
    }
  });

  it('links to BASE_URL, or to where the service listens', async () => {
    expect(first.app.get(PublicOrigin).link('/invitations/accept', { token: 'a b&c' })).toBe(
      'https://tours.example.com/invitations/accept?token=a+b%26c',
    );
    const app = await open();
    expect(app.app.get(PublicOrigin).link('/api/docs')).toBe(`${app.url}/api/docs`);
  });

  /** One more replica, closed after the test. */
  async function open(env: Record<string, string> = {}): Promise<TestApp> {
    const app = await startTestApp({ DATABASE_URL: first.databaseUrl, SMTP_URL: server.url, ...env });
    opened.push(app);
    return app;
  }

  async function closeAll(): Promise<void> {
    for (const app of opened.splice(0)) await app.close();
  }

  /** Hands in the same message `times`, in one unit of work that does `work` besides. */
  function send(
    { app }: TestApp,
    request: Partial<MailRequest<Letter>>,
    work: () => void = () => undefined,
    scope: Scope = PLATFORM,
    times = 1,
  ): Promise<string[]> {
    const whole: MailRequest<Letter> = {
      to: { address: 'someone@example.com' },
      template: letter,
      data: { greeting: 'Grüß <Gott> & Co', link: LINK },
      organizationId: null,
      ...request,
    };
    return unitOfWork({ app }, scope, async () => {
      const ids = Array.from({ length: times }, () => app.get(Mailer).send(whole));
      work();
      return ids;
    });
  }

  function unitOfWork<T>({ app }: Pick<TestApp, 'app'>, scope: Scope, work: () => Promise<T>): Promise<T> {
    return runInContext({ ...systemContext('test'), scope }, () => app.get(UnitOfWork).run(work));
  }

  async function mail(id: string): Promise<MailRow> {
    const { rows } = await superuser.query<MailRow & QueryResultRow>(
      `SELECT status, attempts, content, last_error, locked_by IS NOT NULL AS locked, extract(epoch FROM due_at - attempted_at)::float8 AS delay
       FROM mail_messages WHERE id = $1`,
      [id],
    );
    return rows[0]!;
  }

  async function count(status = '%'): Promise<number> {
    const { rows } = await superuser.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM mail_messages WHERE status LIKE $1',
      [status],
    );
    return rows[0]!.count;
  }

  function isSent(id: string): Promise<boolean> {
    return eventually('the mail to be sent', async () => (await mail(id)).status === 'sent', 25_000);
  }

  /** Lets the time until the next attempt pass. */
  async function comeDue(id: string): Promise<void> {
    await superuser.query('UPDATE mail_messages SET due_at = now() WHERE id = $1', [id]);
    first.app.get(MailWorker).wake();
  }

  async function organization(): Promise<string> {
    const id = newId();
    await superuser.query(
      `INSERT INTO organizations (id, name, slug, timezone, currency, status, created_at, updated_at) VALUES ($1::uuid, 'O', $1::text, 'UTC', 'EUR', 'active', now(), now())`,
      [id],
    );
    return id;
  }
});

/** The message's id, which stands before the @ of its Message-ID. */
function idOf({ headers }: ReceivedMail): string {
  return /^<([^@]+)@/.exec(headers['message-id'] ?? '')?.[1] ?? 'none';
}

function found<T>(value: T, condition: (value: T) => boolean): T | null {
  return condition(value) ? value : null;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
