import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock } from '../../../test/support/clock';
import { emailKey } from '../../kernel/email';
import { CapturedMail } from './captured-mail';
import { FileTransport } from './file-transport';
import { MailFailure } from './mail-transport';
import { MailboxKeys } from './mailbox-keys';

const ID = '019a0000-0000-7000-8000-000000000001';
const MAIL = {
  id: ID,
  to: { address: 'ada@example.com' },
  content: { subject: 'A letter', text: 'https://example.com/?token=secret', html: '' },
  createdAt: '2027-05-14T08:00:00.000Z',
};
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('a message that is written to a file', () => {
  const clock = new TestClock();
  const [key, previousKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const errors: unknown[] = [];
  let directory: string;
  let captured: CapturedMail;
  let transport: FileTransport;

  const capturedWith = (mailboxes: MailboxKeys) =>
    new CapturedMail(directory, mailboxes, clock, { error: (error) => void errors.push(error) });

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'file-transport-'));
    captured = capturedWith(new MailboxKeys(key, null));
    transport = new FileTransport(captured, { address: 'tours@example.com' });
  });
  afterEach(async () => {
    await rm(directory, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });

  /** What a process does when it starts and stops. */
  const restart = async (): Promise<string[]> => {
    captured.onApplicationBootstrap();
    await captured.beforeApplicationShutdown();
    return readdir(directory);
  };

  it('is there under its name once it may be sent', async () => {
    const messages = async () => (await readdir(directory)).filter((name) => name.endsWith('.eml'));
    await transport.deliver(MAIL, async () => expect(await messages()).toEqual([]));
    const names = await readdir(directory);
    expect(names).toEqual([expect.stringMatching(new RegExp(`^20270514T080000000Z-${ID}-[0-9a-f]{64}\\.eml$`))]);
    await transport.deliver(MAIL);
    expect(await readdir(directory)).toEqual(names);
  });

  it('leaves nothing behind when it may not be sent, and says why not', async () => {
    const delivery = transport.deliver(MAIL, async () => {
      throw new Error('The lease has run out.');
    });
    await expect(delivery).rejects.toBeInstanceOf(MailFailure);
    await expect(delivery).rejects.toMatchObject({ reason: 'Error: The lease has run out.', codes: 'Error' });
    expect(await readdir(directory)).toEqual([]);
  });

  it('leaves nothing behind when it cannot be written', async () => {
    const delivery = transport.deliver(MAIL, () => rm(directory, { recursive: true }));
    await expect(delivery).rejects.toMatchObject({ reason: 'The file could not be written: ENOENT' });
    await transport.deliver(MAIL);
    expect(await readdir(directory)).toHaveLength(1);
  });

  it('is deleted after a week, and nothing else of the directory', async () => {
    await transport.deliver(MAIL);
    const [old] = await readdir(directory);
    await transport.deliver({ ...MAIL, createdAt: '2027-05-15T08:00:00.000Z' });
    const age = async (name: string, ms: number) => {
      const at = new Date(clock.now().getTime() - ms);
      await utimes(join(directory, name), at, at);
    };
    await age(old!, 7 * DAY_MS - HOUR_MS);
    expect(await restart()).toHaveLength(2);
    await age(old!, 7 * DAY_MS + HOUR_MS);
    await writeFile(join(directory, 'notes.txt'), 'Somebody else’s');
    await age('notes.txt', 30 * DAY_MS);
    expect((await restart()).sort()).toEqual([expect.stringMatching(/^20270515/), 'notes.txt']);
    await rm(directory, { recursive: true });
    captured.onApplicationBootstrap();
    await captured.beforeApplicationShutdown();
  });

  it('is deleted with its recipient, however the address was written, and by a new key too', async () => {
    await transport.deliver({ ...MAIL, to: { name: 'Ada', address: 'ADA@bücher.example' } });
    await transport.deliver({ ...MAIL, createdAt: '2027-05-15T08:00:00.000Z' });
    const rotated = capturedWith(new MailboxKeys(previousKey, key));
    rotated.forget(emailKey('ada@xn--bcher-kva.example'));
    await rotated.beforeApplicationShutdown();
    expect(await readdir(directory)).toEqual([expect.stringMatching(/^20270515/)]);
  });
});
