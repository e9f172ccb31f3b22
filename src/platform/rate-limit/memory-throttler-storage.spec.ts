import { MemoryThrottlerStorage } from './memory-throttler-storage';

it('never says that a window is longer than it is', async () => {
  const storage = new MemoryThrottlerStorage();
  try {
    for (let key = 0; key < 1_000; key++)
      expect((await storage.increment(`key ${key}`, 60_000, 100)).timeToExpire).toBe(60);
  } finally {
    storage.onModuleDestroy();
  }
});
