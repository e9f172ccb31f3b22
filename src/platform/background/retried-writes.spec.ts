import { RetriedWrites } from './retried-writes';

describe('patient writes', () => {
  const away = Object.assign(new Error('away'), { code: '57P01' });
  const refused = Object.assign(new Error('refused'), { code: '23514' });

  /** Fails with each of these, and then succeeds. */
  function failing(errors: Error[], tries?: number) {
    const reported: unknown[] = [];
    const writes = new RetriedWrites((error) => reported.push(error), tries);
    const write = async () => {
      const error = errors.shift();
      if (error !== undefined) throw error;
      return 'written';
    };
    return { reported, writes, retry: () => writes.retry(write) };
  }

  it('are made again when the database was away', async () => {
    const { reported, retry } = failing([away]);
    expect(await retry()).toBe('written');
    expect(reported).toEqual([away]);
  });

  it('are given up at once when the values are refused', async () => {
    const { reported, retry } = failing([refused]);
    await expect(retry()).rejects.toBe(refused);
    expect(reported).toEqual([]);
  });

  it('are given up after the last try', async () => {
    const { reported, retry } = failing([away, away], 2);
    await expect(retry()).rejects.toBe(away);
    expect(reported).toEqual([away]);
  });

  it('are made once when the service stops', async () => {
    const { writes, retry } = failing([away]);
    writes.stopRetrying();
    await expect(retry()).rejects.toBe(away);
  });
});
