import { Batches } from './batches';

describe('batches', () => {
  /** Steps that end when they are told to. */
  function steps() {
    const begun: { key: string; items: readonly number[]; end: (error?: Error) => void }[] = [];
    const batches = new Batches<number, number>((key, items) => {
      return new Promise((resolve, reject) => {
        begun.push({ key, items, end: (error) => (error ? reject(error) : resolve(items.map((item) => item * 2))) });
      });
    });
    return { begun, batches };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('do together what came in while a step was under way, and answer each with its own result', async () => {
    const { begun, batches } = steps();
    const results = [1, 2, 3, 4].map((item) => batches.add('a', item));
    expect(begun.map(({ items }) => items)).toEqual([[1]]);
    begun[0]!.end();
    await turn();
    expect(begun.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
    begun[1]!.end();
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8]);
    const late = batches.add('a', 5);
    begun[2]!.end();
    expect(await late).toBe(10);
  });

  it('let no thing wait for another', () => {
    const { begun, batches } = steps();
    void batches.add('a', 1);
    void batches.add('b', 2);
    expect(begun.map(({ key, items }) => [key, items])).toEqual([
      ['a', [1]],
      ['b', [2]],
    ]);
  });

  it('fail for those alone who were part of the step, and go on', async () => {
    const { begun, batches } = steps();
    const results = [1, 2, 3].map((item) => batches.add('a', item));
    begun[0]!.end(new Error('away'));
    await expect(results[0]).rejects.toThrow('away');
    await turn();
    begun[1]!.end();
    expect(await Promise.all(results.slice(1))).toEqual([4, 6]);
  });
});
