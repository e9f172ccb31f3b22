import { PatientWrites } from './patient-writes';

describe('patient writes', () => {
  const away = Object.assign(new Error('away'), { code: '57P01' });
  const refused = Object.assign(new Error('refused'), { code: '23514' });

  /** Fails with each of these, and then succeeds. */
  function failing(errors: Error[], tries?: number) {
    const told: unknown[] = [];
    const writes = new PatientWrites((error) => told.push(error), tries);
    const write = async () => {
      const error = errors.shift();
      if (error !== undefined) throw error;
      return 'written';
    };
    return { told, writes, make: () => writes.make(write) };
  }

  it('are made again when the database was away', async () => {
    const { told, make } = failing([away]);
    expect(await make()).toBe('written');
    expect(told).toEqual([away]);
  });

  it('are given up at once when the values are refused', async () => {
    const { told, make } = failing([refused]);
    await expect(make()).rejects.toBe(refused);
    expect(told).toEqual([]);
  });

  it('are given up after the last try', async () => {
    const { told, make } = failing([away, away], 2);
    await expect(make()).rejects.toBe(away);
    expect(told).toEqual([away]);
  });

  it('are made once when the service stops', async () => {
    const { writes, make } = failing([away]);
    writes.hurry();
    await expect(make()).rejects.toBe(away);
  });
});
