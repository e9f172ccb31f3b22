import { Client, type QueryResultRow } from 'pg';
import { emailKey } from '../../src/kernel/email';
import { newId } from '../../src/kernel/ids';
import { runInContext, systemContext, type Scope } from '../../src/platform/context/request-context';
import { MailboxKeys } from '../../src/platform/mail/mailbox-keys';
import { renderMail } from '../../src/platform/mail/mail-layout';
import { MailWorker } from '../../src/platform/mail/mail-worker';
import { Mailer, type MailRequest, type MailTemplate } from '../../src/platform/mail/mailer';
import { UnitOfWork } from '../../src/platform/tenancy/unit-of-work';
import type { SharedTestApp } from './app';
import { eventually } from './eventually';
import { passTime } from './timetable';

export interface Letter {
  greeting: string;
  link: string;
}

export interface MailRow {
  status: string;
  attempts: number;
  content: object | null;
  last_error: string | null;
  locked: boolean;
  /** Seconds from now to the next attempt. */
  due_in: number;
}

export const SECRET = 'kq3vJ8sZ0secretsecretsecret';
export const LINK = `https://tours.example.com/invitations/accept?token=${SECRET}`;
export const PLATFORM: Scope = { unscoped: 'a test sends mail of the platform' };

export const letter: MailTemplate<Letter> = {
  name: 'letter',
  render: ({ greeting, link }) =>
    renderMail({
      subject: 'A letter: {{greeting}}',
      paragraphs: ['{{greeting}}', 'See you soon.'],
      values: { greeting },
      action: { label: 'Come in', url: link },
    }),
};

/** Hands a message in, inside the open unit of work; gives its id. */
export function handIn({ app }: SharedTestApp, request: Partial<MailRequest<Letter>> = {}): string {
  return app.get(Mailer).send({
    to: { address: 'someone@example.com' },
    template: letter,
    data: { greeting: 'Grüß <Gott> & Co', link: LINK },
    organizationId: null,
    ...request,
  } as MailRequest<Letter>);
}

/** Hands a message in, in a unit of work of its own; gives its id. */
export function send(
  app: SharedTestApp,
  request: Partial<MailRequest<Letter>> = {},
  scope: Scope = PLATFORM,
): Promise<string> {
  return inUnitOfWork(app, scope, async () => handIn(app, request));
}

/** Hands in the same message `times`, of an organization or of the platform, in one unit of work; gives their ids. */
export function sendMany(app: SharedTestApp, times: number, organizationId: string | null = null): Promise<string[]> {
  const scope = organizationId === null ? PLATFORM : { organizationId };
  return inUnitOfWork(app, scope, async () => Array.from({ length: times }, () => handIn(app, { organizationId })));
}

export function inUnitOfWork<T>({ app }: SharedTestApp, scope: Scope, work: () => Promise<T>): Promise<T> {
  return runInContext({ ...systemContext('test'), scope }, () => app.get(UnitOfWork).run(work));
}

/** Has the app look for mail that is due. */
export function wake({ app }: SharedTestApp): void {
  app.get(MailWorker).wake();
}

/** What mail that waits is found by, in all services of the tests. */
export function mailboxKeyOf(address: string): string {
  return new MailboxKeys(Buffer.alloc(32, 7)).of(emailKey(address));
}

/** The queue as its table shows it, past all walls. Close it before the app whose database it is in. */
export class MailQueueTable {
  private constructor(private readonly client: Client) {}

  static async open(databaseUrl: string): Promise<MailQueueTable> {
    const client = new Client(databaseUrl);
    await client.connect();
    return new MailQueueTable(client);
  }

  async query<Row extends QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.client.query<Row>(text, values)).rows;
  }

  async row(id: string): Promise<MailRow> {
    const [row] = await this.query<MailRow & QueryResultRow>(
      `SELECT status, attempts, content, last_error, locked_by IS NOT NULL AS locked,
         extract(epoch FROM due_at - now())::float8 AS due_in
       FROM mail_messages WHERE id = $1`,
      id,
    );
    return row!;
  }

  async count(status = '%'): Promise<number> {
    const [row] = await this.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM mail_messages WHERE status LIKE $1',
      status,
    );
    return row!.count;
  }

  isSent(id: string): Promise<boolean> {
    return eventually('the mail to be sent', async () => (await this.row(id)).status === 'sent');
  }

  isGivenUp(id: string): Promise<boolean> {
    return eventually('the mail to be given up', async () => (await this.row(id)).status === 'failed');
  }

  /** The message as attempt number `attempt` left it, which failed and is not the last. */
  isPostponed(id: string, attempt = 1): Promise<MailRow> {
    return eventually(`attempt ${attempt} to fail`, async () => {
      const row = await this.row(id);
      return row.attempts === attempt && row.last_error !== null && !row.locked ? row : null;
    });
  }

  /** Lets the time until the next attempt pass, and nothing else. */
  async comeDue(id: string): Promise<void> {
    await this.query('UPDATE mail_messages SET due_at = now() WHERE id = $1', id);
  }

  /** Lets time pass in the queue and in the timetable of the jobs, which `useLockedTimetable` stops. */
  async passes(seconds: number): Promise<void> {
    const earlier = (column: string) => `${column} = ${column} - make_interval(secs => $1)`;
    await this.query(`UPDATE mail_messages SET ${['due_at', 'locked_until'].map(earlier).join(', ')}`, seconds);
    await this.query(`UPDATE jobs SET ${['next_run_at', 'locked_until'].map(earlier).join(', ')}`, seconds);
    passTime(seconds * 1000);
  }

  /** Makes an organization that has nothing but a name. */
  async organization(): Promise<string> {
    const id = newId();
    await this.query(
      `INSERT INTO organizations (id, name, slug, search, timezone, currency, status, created_at, updated_at)
       VALUES ($1::uuid, 'O', $1::text, 'o', 'UTC', 'EUR', 'active', now(), now())`,
      id,
    );
    return id;
  }

  async clear(): Promise<void> {
    await this.query('DELETE FROM mail_messages');
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

/** What a test opened, to be closed after it however it ended: the last one first. */
export class Opened {
  private readonly things: { close(): Promise<void> }[] = [];

  add<Thing extends { close(): Promise<void> }>(thing: Thing): Thing {
    this.things.push(thing);
    return thing;
  }

  async close(): Promise<void> {
    for (let thing = this.things.pop(); thing !== undefined; thing = this.things.pop()) await thing.close();
  }
}
