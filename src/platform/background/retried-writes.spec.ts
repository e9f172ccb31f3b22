import { RetriedWrites } from './retried-writes';

describe('patient writes', () => {
  const away = Object.assign(new Error('away'), { code: '57P01' });
  const refused = Object.assign(new Error('refused'), { code: '23514' });

  /** Fails with each of these, and then succeeds. */
  function failing(errors: Error[], tries?: number) {
    const told: unknown[] = [];
    const writes = new RetriedWrites((error) => told.push(error), tries);
    const write = async () => {
      const error = errors.shift();
      if (error !== undefined) throw error;
      return 'written';
    };
    return { told, writes, retry: () => writes.retry(write) };
  }

  it('are made again when the database was away', async () => {
    const { told, retry } = failing([away]);
    expect(await retry()).toBe('written');
    expect(told).toEqual([away]);
  });

  it('are given up at once when the values are refused', async () => {
    const { told, retry } = failing([refused]);
    await expect(retry()).rejects.toBe(refused);
    expect(told).toEqual([]);
  });

  it('are given up after the last try', async () => {
    const { told, retry } = failing([away, away], 2);
    await expect(retry()).rejects.toBe(away);
    expect(told).toEqual([away]);
  });

  it('are made once when the service stops', async () => {
    const { writes, retry } = failing([away]);
    writes.stopRetrying();
    await expect(retry()).rejects.toBe(away);
  });
});
