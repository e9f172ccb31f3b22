import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfiguration } from '../../src/platform/config/configuration';
import { PublicOrigin } from '../../src/platform/http/public-origin';
import type { MailTemplate } from '../../src/platform/mail/mailer';
import { UnitOfWork } from '../../src/platform/tenancy/unit-of-work';
import { startTestApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { findings } from '../support/forgotten';
import { Gate } from '../support/gate';
import { runJob } from '../support/jobs';
import { idOf, MailServer, readMailFiles, Refusal } from '../support/mail';
import {
  handIn,
  inUnitOfWork,
  letter,
  LINK,
  MailQueueTable,
  Opened,
  PLATFORM,
  SECRET,
  send,
  sendMany,
  type Letter,
  mailboxKeyOf,
  wake,
} from '../support/mail-queue';
import { useLockedTimetable } from '../support/timetable';

describe('mail', () => {
  const opened = new Opened();
  let server: MailServer;
  let app: TestApp;
  let queue: MailQueueTable;

  useLockedTimetable();
  beforeAll(async () => {
    server = opened.add(await MailServer.start());
    app = opened.add(
      await startTestApp({
        SMTP_URL: server.url,
        MAIL_FROM: 'Tours <tours@example.com>',
        BASE_URL: 'https://tours.example.com/',
      }),
    );
    queue = opened.add(await MailQueueTable.open(app.databaseUrl));
  });

  beforeEach(async () => {
    server.received.length = 0;
    server.onRecipient = () => undefined;
    await queue.clear();
  });

  afterAll(() => opened.close());

  it('says nowhere that can be read to whom it goes, and of finished mail not at all', async () => {
    const to = { name: 'Zyxada', address: 'zyxada@example.com' };
    server.onRecipient = () => {
      throw new Refusal(550, 'zyxada@example.com is unknown');
    };
    const id = await send(app, { to, delaySeconds: 3_600 });
    expect(await findings(app, ['zyxada'])).toEqual([]);
    await queue.comeDue(id);
    wake(app);
    await queue.isGivenUp(id);
    expect(await findings(app, ['zyxada'])).toEqual([]);
  });

  it('arrives once, as text and as HTML, with what identifies it', async () => {
    const id = await send(app, { to: { name: 'Zoë, of "Graz"', address: 'zoe@example.com' } });
    await queue.isSent(id);
    expect(server.received).toHaveLength(1);
    const { headers, text, html } = server.received[0]!;
    expect(headers).toMatchObject({
      from: 'Tours <tours@example.com>',
      to: 'Zoë, of "Graz" <zoe@example.com>',
      subject: 'A letter: Grüß <Gott> & Co',
      'message-id': `<${id}@example.com>`,
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
    const sent = await send(app);
    await queue.isSent(sent);
    server.onRecipient = (address) => {
      throw new Refusal(550, `5.7.1 ${address}: we do not like ${LINK}`);
    };
    const refused = await send(app);
    await queue.isGivenUp(refused);
    for (const id of [sent, refused]) expect(await queue.row(id)).toMatchObject({ content: null, locked: false });
    expect(JSON.stringify(await queue.query('SELECT * FROM mail_messages'))).not.toContain(SECRET);
    const log = await eventually('the log', () =>
      app.log.some((line) => line.includes(refused)) ? app.log.join('') : null,
    );
    expect(log).toContain(sent);
    expect(log).not.toContain(SECRET);
    expect(log).not.toContain('someone@example.com');
  });

  it('is sent for no change that is rolled back', async () => {
    const failing = inUnitOfWork(app, PLATFORM, async () => {
      handIn(app);
      throw new Error('the change fails');
    });
    await expect(failing).rejects.toThrow('the change fails');
    const id = await send(app);
    await queue.isSent(id);
    expect(server.received.map(idOf)).toEqual([id]);
    expect(await queue.count()).toBe(1);
  });

  it('belongs to the organization in scope, and to no other', async () => {
    const organizationId = await queue.organization();
    const scope = { organizationId };
    await queue.isSent(await send(app, { organizationId }, scope));
    for (const foreign of [await queue.organization(), null]) {
      await expect(send(app, { organizationId: foreign }, scope)).rejects.toThrow('row-level security');
    }
    expect(await queue.count()).toBe(1);
  });

  describe('of an organization that has much to send', () => {
    /** The first of each address: the mail server keeps them waiting until they are let go. */
    let taken: string[];
    let gates: Map<string, Gate>;

    beforeEach(() => {
      taken = [];
      gates = new Map();
      server.onRecipient = (address) => {
        taken.push(address);
        return gateOf(address).pass();
      };
    });
    afterEach(async () => {
      server.onRecipient = () => undefined;
      for (const gate of gates.values()) gate.open();
      await eventually('all to be sent', async () => (await queue.count('queued')) === 0);
    });

    it('delays neither the mail of another nor that of the platform, though none of its own is let go', async () => {
      await handInFor('much', 20);
      await isTaken('much-1@example.com');
      await handInFor('other', 1);
      await isTaken('other-1@example.com');
      await send(app, { to: { address: 'reset@example.com' } });
      await isTaken('reset@example.com');
      expect(server.received).toEqual([]);
    });

    it('is sent round robin with the others, and is sent in the order it became due', async () => {
      await handInFor('much', 20);
      await isTaken('much-4@example.com');
      await handInFor('one', 3);
      await isTaken('one-1@example.com');
      await handInFor('two', 3);
      const rest = ['one-1', 'two-1', 'one-2', 'two-2', 'one-3', 'two-3'].map((name) => `${name}@example.com`);
      for (const address of rest) {
        await isTaken(address);
        gateOf(address).open();
      }
      const much = [1, 2, 3, 4].map((number) => `much-${number}@example.com`);
      expect(new Set(taken.slice(0, 4))).toEqual(new Set(much));
      expect(taken.slice(4)).toEqual(rest);
    });

    it('leaves a lane to the platform when other organizations occupy all that they may', async () => {
      await handInFor('much', 20);
      await isTaken('much-4@example.com');
      for (const name of ['one', 'two']) await handInFor(name, 5);
      await isTaken('one-1@example.com');
      await send(app, { to: { address: 'reset@example.com' } });
      await isTaken('reset@example.com');
      expect(taken.filter((address) => address.startsWith('two'))).toEqual([]);
    });

    it('keeps what is due when a later message replaces what waits, also in a change that began before it', async () => {
      const organizationId = await handInFor('much', 20);
      const request = { organizationId, to: { address: 'twice@example.com' } };
      const [due, waits] = await inUnitOfWork(app, { organizationId }, async () => {
        await app.app.get(UnitOfWork).current.client.query('SELECT now()');
        const handedInMeanwhile = await send(app, request, { organizationId });
        return [handedInMeanwhile, handIn(app, { ...request, delaySeconds: 3_600, supersedes: true })];
      });
      const left = await queue.query<{ id: string }>(
        'SELECT id FROM mail_messages WHERE to_key = $1 ORDER BY due_at',
        mailboxKeyOf('twice@example.com'),
      );
      await queue.query('DELETE FROM mail_messages WHERE id = $1', waits);
      expect(left).toEqual([{ id: due }, { id: waits }]);
    });

    /** Hands in mail of an organization of its own, in one change, to name-1@example.com and so on. */
    async function handInFor(name: string, times: number): Promise<string> {
      const organizationId = await queue.organization();
      await inUnitOfWork(app, { organizationId }, async () => {
        for (let number = 1; number <= times; number++)
          handIn(app, { organizationId, to: { address: `${name}-${number}@example.com` } });
      });
      return organizationId;
    }

    function isTaken(address: string): Promise<boolean> {
      return eventually(`${address} to be taken`, () => taken.includes(address));
    }

    function gateOf(address: string): Gate {
      const gate = gates.get(address) ?? new Gate();
      gates.set(address, gate);
      return gate;
    }
  });

  it('is forgotten 30 days after it was sent, 90 after it was given up', async () => {
    await queue.isSent(await send(app));
    server.onRecipient = () => {
      throw new Refusal(550, 'no');
    };
    await queue.isGivenUp(await send(app));
    const left: number[] = [];
    try {
      for (const days of [29, 2, 58, 2]) {
        app.clock.advance(days * 24 * 60 * 60 * 1000);
        await runJob(app, 'forget-mail');
        left.push(await queue.count());
      }
    } finally {
      app.clock.release();
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
    for (const address of breaking) await expect(send(app, { to: { address } })).rejects.toThrow('needs an address');
    const raw: MailTemplate<Letter> = {
      name: 'raw',
      render: ({ greeting }) => ({ subject: greeting, text: '', html: '' }),
    };
    for (const greeting of ['a\r\nBcc: b@example.com', 'a\nb', 'a\u0000b', 'a\u2028b']) {
      await expect(send(app, { template: raw, data: { greeting, link: LINK } })).rejects.toThrow('one line');
    }
    expect(() => letter.render({ greeting: 'a', link: 'javascript:alert(1)' })).toThrow('http');
    expect(await queue.count()).toBe(0);
  });

  it("takes people's names as text, whatever is in them", async () => {
    const name = 'Eve\r\nBcc: b@example.com';
    const id = await send(app, {
      to: { name, address: 'eve@example.com' },
      data: { greeting: `Dear\r\nBcc: b@example.com\nEve`, link: LINK },
    });
    await queue.isSent(id);
    const { headers, html } = server.received[0]!;
    expect(headers['bcc']).toBeUndefined();
    expect(headers['to']).toBe('"Eve Bcc: b@example.com" <eve@example.com>');
    expect(headers['subject']).toBe('A letter: Dear Bcc: b @ example. com Eve');
    expect(html.replace(/\r\n/g, '\n')).toContain('<p>Dear<br>\nBcc: b @ example. com<br>\nEve</p>');
  });

  it('comes from MAIL_FROM, which is checked at the start', () => {
    const from = (MAIL_FROM: string) => readConfiguration({ MAIL_FROM }).mailFrom;
    expect(from('')).toEqual({ name: 'Tour Events', address: 'no-reply@localhost' });
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

  it('links to BASE_URL', () => {
    expect(app.app.get(PublicOrigin).link('/invitations/accept', { token: 'a b&c' })).toBe(
      'https://tours.example.com/invitations/accept?token=a+b%26c',
    );
  });

  describe('of a service that was given neither a mail server nor a BASE_URL', () => {
    // On a database of its own: what shares a queue sends each other's mail.
    let plain: TestApp;
    let files: MailQueueTable;

    beforeAll(async () => {
      plain = opened.add(await startTestApp({ SMTP_URL: '' }));
      files = opened.add(await MailQueueTable.open(plain.databaseUrl));
    });

    it('is written to files for its owner alone', async () => {
      const ids = await sendMany(plain, 3);
      for (const id of ids) await files.isSent(id);
      const mails = await readMailFiles(plain.dataDir);
      expect(mails.map(idOf).sort()).toEqual([...ids].sort());
      expect(mails[0]).toMatchObject({
        headers: { from: 'Tour Events <no-reply@localhost>', to: 'someone@example.com' },
        text: expect.stringContaining(LINK),
      });
      const names = await readdir(join(plain.dataDir, 'mail'));
      expect(names).toHaveLength(3);
      for (const name of names) {
        expect(name).toMatch(/^\d{8}T\d{9}Z-[0-9a-f-]{36}-[0-9a-f]{64}\.eml$/);
        expect((await stat(join(plain.dataDir, 'mail', name))).mode & 0o077).toBe(0);
      }
    });

    it('shows names that look like encoded words (RFC 2047) as they stand, more or less', async () => {
      const words = ['=?UTF-8?B?QnV5IG5vdw==?=', '=?utf-8*en?q?Buy_now?=', 'Zo\u00EB " =?US-ASCII?Q?Buy now?='];
      for (const name of words) {
        const id = await send(plain, {
          to: { name, address: 'eve@example.com' },
          data: { greeting: name, link: LINK },
        });
        await files.isSent(id);
        const { headers, raw } = (await readMailFiles(plain.dataDir)).find((mail) => idOf(mail) === id)!;
        const shown = name.replace('=?', '= ?');
        expect(headers['subject']).toBe(`A letter: ${shown}`);
        expect(headers['to']).toContain(shown.replace(/"/g, name.includes('\u00EB') ? '"' : '\\"'));
        expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toContain(name.slice(name.indexOf('=?'), -2));
      }
    });

    it('links to where the service listens', () => {
      expect(plain.app.get(PublicOrigin).link('/api/docs')).toBe(`${plain.url}/api/docs`);
    });
  });
});
