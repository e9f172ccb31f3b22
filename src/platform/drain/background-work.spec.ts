import { SchedulerRegistry } from '@nestjs/schedule';
import { BackgroundWork } from './background-work';

describe('background work', () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  function open() {
    const failures: unknown[] = [];
    const scheduler = new SchedulerRegistry();
    return { failures, scheduler, work: new BackgroundWork('test', scheduler, (error) => failures.push(error)) };
  }
  /** Work that ends when it is told to. */
  function held() {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    return { end, wait: () => ended };
  }

  it('is not begun again while it is at it, and holds up no other', async () => {
    const { work, scheduler } = open();
    const slow = held();
    const begun = { slow: 0, quick: 0 };
    work.every(1, 'slow', () => {
      begun.slow++;
      return slow.wait();
    });
    await new Promise<void>((resolve) =>
      work.every(1, 'quick', async () => void (++begun.quick >= 5 && begun.slow > 0 && resolve())),
    );
    expect(begun.slow).toBe(1);
    await work.stop(0, slow.end);
    expect(scheduler.getIntervals()).toEqual([]);
  });

  it('is waited for by a service that stops, and cut off when it takes too long', async () => {
    const { work, failures } = open();
    const [quick, slow] = [held(), held()];
    void work.track(quick.wait);
    let stopped = false;
    const stopping = work.stop(60_000, () => undefined).then(() => (stopped = true));
    await turn();
    expect(stopped).toBe(false);
    quick.end();
    await stopping;

    void work.track(slow.wait);
    await work.stop(0, slow.end);
    expect(failures).toEqual([]);
  });

  it('that fails is told of, and tried again', async () => {
    const { work, failures } = open();
    const error = new Error('away');
    let times = 0;
    await new Promise<void>((resolve) =>
      work.every(1, 'failing', async () => {
        if (++times === 2) resolve();
        throw error;
      }),
    );
    await work.stop(60_000, () => undefined);
    expect(failures).toEqual([error, error]);
  });
});
