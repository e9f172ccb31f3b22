import { requireOwnReplica } from '../../src/platform/database/replica-check';
import { createEmptyDatabase, createTestDatabase } from '../support/database';
import { freePort } from '../support/server-process';

describe('what is named as a read replica', () => {
  it('is taken when it has what was migrated, or is away', async () => {
    const database = await createTestDatabase();
    try {
      await requireOwnReplica(database.url);
      await requireOwnReplica(`postgres://user:secret@127.0.0.1:${await freePort()}/tours`);
    } finally {
      await database.drop();
    }
  });

  it('is refused when it is another database, or lets the login not in', async () => {
    const database = await createEmptyDatabase();
    try {
      const unknown = new URL(database.url);
      unknown.pathname = '/not-there';
      for (const url of [database.url, unknown.href])
        await expect(requireOwnReplica(url)).rejects.toThrow('nothing was migrated there');

      const stranger = new URL(database.url);
      stranger.username = 'stranger';
      await expect(requireOwnReplica(stranger.href)).rejects.toThrow('stranger');
    } finally {
      await database.drop();
    }
  });
});
