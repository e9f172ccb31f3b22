import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEncryptionKey, requireSameEncryptionKey } from '../../src/platform/encryption/encryption-key';
import { createTestDatabase, type TestDatabase } from '../support/database';

describe('the encryption key of a database', () => {
  let database: TestDatabase;
  let dataDir: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'tour-events-key-'));
  });
  afterEach(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  async function start(encryptionKey: Buffer | null, encryptionKeyPrevious: Buffer | null = null): Promise<void> {
    const source = { encryptionKey, encryptionKeyPrevious, dataDir };
    await requireSameEncryptionKey(database.url, await loadEncryptionKey(source), source);
  }

  it('is the one in the file, whose loss is found out and whose return helps', async () => {
    await start(null);
    const file = join(dataDir, 'encryption.key');
    const saved = await readFile(file);
    await rm(file);
    await expect(start(null)).rejects.toThrow(
      `ENCRYPTION_KEY is not set, and the one in ${file}, which is made where it is missing, is not the key that this database was first used with`,
    );
    await writeFile(file, saved);
    await start(null);
  });

  it('is the one that is set, and no other', async () => {
    await start(Buffer.alloc(32, 1));
    await start(Buffer.alloc(32, 1));
    await expect(start(Buffer.alloc(32, 2))).rejects.toThrow(
      /^ENCRYPTION_KEY is not the key that this database was first used with$/,
    );
  });

  it('is replaced by a new one that comes with it as the previous one', async () => {
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    await start(first);
    await expect(start(second, Buffer.alloc(32, 3))).rejects.toThrow(/is not the key/);
    await start(second, first);
    await start(second);
    await expect(start(first)).rejects.toThrow(/is not the key/);
  });
});
