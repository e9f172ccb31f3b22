import { SchedulerRegistry } from '@nestjs/schedule';
import { currentContext } from '../context/request-context';
import { BackgroundWork } from './background-work';

describe('background work', () => {
  const tick = () => new Promise((resolve) => setImmediate(resolve));

  function open() {
    const failures: [error: unknown, task: string][] = [];
    const scheduler = new SchedulerRegistry();
    const work = new BackgroundWork('test', (...failure) => failures.push(failure), scheduler);
    return { failures, scheduler, work };
  }
  /** Work that ends on demand. */
  function pendingWork() {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    return { end, wait: () => ended };
  }
  /** Whether a promise has been kept. */
  function watch(promise: Promise<void>) {
    const watched = { isOver: false };
    void promise.then(() => (watched.isOver = true));
    return watched;
  }

  it('is not begun again while it is at it, and delays no other', async () => {
    const { work, scheduler } = open();
    const slow = pendingWork();
    const begun = { slow: 0, quick: 0 };
    work.every(1, 'slow', () => {
      begun.slow++;
      return slow.wait();
    });
    await new Promise<void>((resolve) =>
      work.every(1, 'quick', async () => void (++begun.quick >= 5 && begun.slow > 0 && resolve())),
    );
    expect(begun.slow).toBe(1);
    expect(scheduler.getIntervals()).toEqual(['slow', 'quick']);
    slow.end();
    await work.stop();
  });

  it('has a context of its own', async () => {
    const { work } = open();
    const ids: string[] = [];
    const note = async () => void ids.push(currentContext().requestId);
    await Promise.all([work.track(note), work.track(note)]);
    expect(ids).toEqual([expect.stringMatching(/^test:./), expect.stringMatching(/^test:./)]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('is waited for by a service that stops, and not begun by a timer any more', async () => {
    const { work } = open();
    const [first, second] = [pendingWork(), pendingWork()];
    let rounds = 0;
    work.every(1, 'rounds', async () => void rounds++);
    void work.track(first.wait);
    void work.follow(second.wait());
    expect(work.isStopping).toBe(false);
    const stopping = work.stop();
    expect(work.isStopping).toBe(true);
    const stopped = watch(stopping);
    const begun = rounds;
    first.end();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(stopped.isOver).toBe(false);
    expect(rounds).toBe(begun);
    second.end();
    await stopping;
  });

  it('may be begun by a service that stops, which waits for that too', async () => {
    const { work } = open();
    const [first, last] = [pendingWork(), pendingWork()];
    void work.track(first.wait);
    const stopping = work.stop();
    const stopped = watch(stopping);
    void work.track(last.wait);
    first.end();
    await tick();
    expect(stopped.isOver).toBe(false);
    last.end();
    await stopping;
  });

  it('is cut off when it takes too long', async () => {
    const { work, failures } = open();
    const [quick, slow] = [pendingWork(), pendingWork()];
    void work.track(quick.wait);
    let cutOff = false;
    const stopping = work.stopWithin(60_000, () => (cutOff = true));
    await tick();
    expect(cutOff).toBe(false);
    quick.end();
    await stopping;
    expect(cutOff).toBe(true);

    void work.track(slow.wait);
    await work.stopWithin(0, slow.end);
    expect(failures).toEqual([]);
  });

  it('that fails is reported, and tried again', async () => {
    const { work, failures } = open();
    const error = new Error('away');
    let times = 0;
    await new Promise<void>((resolve) =>
      work.every(1, 'failing', async () => {
        if (++times === 2) resolve();
        throw error;
      }),
    );
    await work.track(() => Promise.reject(error));
    await work.stop();
    expect(failures).toEqual([
      [error, 'failing'],
      [error, 'failing'],
      [error, 'test'],
    ]);
  });
});
