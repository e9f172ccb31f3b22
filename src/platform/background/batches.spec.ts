import { Batches } from './batches';

describe('batches', () => {
  /** Steps that end on demand. */
  function steps(maxItems?: number) {
    const begun: { key: string; items: readonly number[]; end: (error?: Error) => void }[] = [];
    const batches = new Batches<number, number>((items, key) => {
      return new Promise((resolve, reject) => {
        begun.push({ key, items, end: (error) => (error ? reject(error) : resolve(items.map((item) => item * 2))) });
      });
    }, maxItems);
    return { begun, batches };
  }
  const tick = () => new Promise((resolve) => setImmediate(resolve));

  it('do together what came in while a step was under way, and give each its own result', async () => {
    const { begun, batches } = steps();
    const results = [1, 2, 3, 4].map((item) => batches.add(item, 'a'));
    expect(begun.map(({ items }) => items)).toEqual([[1]]);
    begun[0]!.end();
    await tick();
    expect(begun.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
    begun[1]!.end();
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8]);
    const added = batches.add(5, 'a');
    begun[2]!.end();
    expect(await added).toBe(10);
  });

  it('let no thing wait for another', () => {
    const { begun, batches } = steps();
    void batches.add(1, 'a');
    void batches.add(2, 'b');
    expect(begun.map(({ key, items }) => [key, items])).toEqual([
      ['a', [1]],
      ['b', [2]],
    ]);
  });

  it('fail for those alone who were part of the step, and go on', async () => {
    const { begun, batches } = steps();
    const results = [1, 2, 3].map((item) => batches.add(item, 'a'));
    begun[0]!.end(new Error('away'));
    await expect(results[0]).rejects.toThrow('away');
    await tick();
    begun[1]!.end();
    expect(await Promise.all(results.slice(1))).toEqual([4, 6]);
  });

  it('take no more into a step than they may', async () => {
    const { begun, batches } = steps(2);
    const results = [1, 2, 3, 4].map((item) => batches.add(item));
    for (let step = 0; step < 3; step++) {
      begun[step]!.end();
      await tick();
    }
    expect(begun.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8]);
  });

  it('do each item alone when the database refuses the values of one, so that this one alone fails', async () => {
    const refusal = Object.assign(new Error('check constraint'), { code: '23514' });
    const batches = new Batches<number, number>(async (items) => {
      await tick();
      if (items.includes(3)) throw refusal;
      return items;
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map((item) => batches.add(item)));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason))).toEqual([
      1,
      2,
      refusal,
      4,
    ]);
  });
});
