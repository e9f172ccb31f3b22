import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileTransport } from './file-transport';
import { MailFailure } from './mail-transport';

const MAIL = {
  id: '019a0000-0000-7000-8000-000000000001',
  to: { address: 'ada@example.com' },
  content: { subject: 'A letter', text: 'https://example.com/?token=secret', html: '' },
  createdAt: '2027-05-14T08:00:00.000Z',
};

describe('a message that is written to a file', () => {
  let directory: string;
  let transport: FileTransport;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'file-transport-'));
    transport = new FileTransport(directory, { address: 'tours@example.com' });
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('is there under its name once it may be sent', async () => {
    const messages = async () => (await readdir(directory)).filter((name) => name.endsWith('.eml'));
    await transport.deliver(MAIL, async () => expect(await messages()).toEqual([]));
    expect(await readdir(directory)).toEqual([`20270514T080000000Z-${MAIL.id}.eml`]);
  });

  it('leaves nothing behind when it may not be sent, and says why not', async () => {
    const delivery = transport.deliver(MAIL, async () => {
      throw new Error('The lease has run out.');
    });
    await expect(delivery).rejects.toBeInstanceOf(MailFailure);
    await expect(delivery).rejects.toMatchObject({ reason: 'Error: The lease has run out.', codes: 'Error' });
    expect(await readdir(directory)).toEqual([]);
  });

  it('leaves nothing behind when it can not be written', async () => {
    const delivery = transport.deliver(MAIL, () => rm(directory, { recursive: true }));
    await expect(delivery).rejects.toMatchObject({ reason: 'The file could not be written: ENOENT' });
    await transport.deliver(MAIL);
    expect(await readdir(directory)).toHaveLength(1);
  });
});
