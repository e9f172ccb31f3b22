import { setImmediate } from 'node:timers/promises';
import { Unavailable } from './problems';
import { FairLimiter } from './fair-limiter';

describe('a fair limiter', () => {
  const LIMITS = { total: 3, perKey: 2, timeoutMs: 60_000 };
  let begun: string[];
  let ends: Map<string, () => void>;
  let limiter: FairLimiter;

  const start = (label: string, signal?: AbortSignal) =>
    limiter.run(
      label[0]!,
      () => {
        begun.push(label);
        return new Promise<string>((resolve) => ends.set(label, () => resolve(label)));
      },
      signal,
    );
  const end = async (label: string) => {
    ends.get(label)!();
    await setImmediate();
  };

  beforeEach(() => {
    begun = [];
    ends = new Map();
    limiter = new FairLimiter(LIMITS);
  });

  it('are as many as there may be, in all and of one name', async () => {
    for (const label of ['a1', 'a2', 'a3', 'b1', 'b2']) void start(label);
    await setImmediate();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(begun.slice(3)).toEqual(['b2']);
    await end('a1');
    expect(begun.slice(4)).toEqual(['a3']);
  });

  it('go round the names, whatever one of them has brought first', async () => {
    for (const label of ['a1', 'a2', 'b1', 'a3', 'a4', 'a5', 'b2', 'c1']) void start(label);
    await setImmediate();
    for (const label of ['a1', 'a2', 'b1', 'a3', 'b2']) await end(label);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4', 'a5']);
  });

  it('end with their work, also when it fails', async () => {
    const failing = () => limiter.run('a', () => Promise.reject(new Error('broken')));
    for (let time = 0; time < 5; time++) await expect(failing()).rejects.toThrow('broken');
    await expect(limiter.run('a', () => Promise.resolve('done'))).resolves.toBe('done');
  });

  it('are not waited for any longer than the patience lasts', async () => {
    limiter = new FairLimiter({ ...LIMITS, timeoutMs: 1 });
    for (const label of ['a1', 'a2']) void start(label);
    await expect(start('a3')).rejects.toThrow(Unavailable);
    void start('b1');
    await setImmediate();
    for (const label of ['a1', 'a2']) await end(label);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
  });

  it('are not waited for by somebody who has left', async () => {
    const leaving = new AbortController();
    for (const label of ['a1', 'a2']) void start(label);
    const left = start('a3', leaving.signal);
    const stayed = start('a4');
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(start('a5', leaving.signal)).rejects.toThrow('gone');
    await end('a1');
    await end('a4');
    await expect(stayed).resolves.toBe('a4');
    expect(begun).toEqual(['a1', 'a2', 'a4']);
  });
});
