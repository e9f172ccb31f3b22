import fc from 'fast-check';
import { MemoryThrottlerStorage } from './memory-throttler-storage';

afterEach(() => jest.restoreAllMocks());

it('never says that a window is longer than it is, however long the process has run', async () => {
  const storage = new MemoryThrottlerStorage();
  try {
    const uptime = fc.double({ min: 0, max: 1e10, noNaN: true });
    const hit = async (now: number) => {
      jest.spyOn(performance, 'now').mockReturnValue(now);
      expect((await storage.increment(`after ${now} ms`, 60_000, 100)).timeToExpire).toBe(60);
    };
    // A sum that is rounded up.
    await hit(30_000 + 3 / 7);
    await fc.assert(fc.asyncProperty(uptime, hit));
  } finally {
    storage.onModuleDestroy();
  }
});
