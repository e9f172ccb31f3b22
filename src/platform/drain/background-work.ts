import { setTimeout as delay } from 'node:timers/promises';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { newId } from '../../kernel/ids';
import { runInContext, systemContext } from '../context/request-context';

/** Runs work that belongs to no request; a stopping service waits for it. Never throws. */
export type Track = (work: () => Promise<void>) => Promise<void>;

/** The work of a process besides its requests: by timers, and when woken. A stopping service waits for it. */
export class BackgroundWork {
  private underway = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly timers: string[] = [];

  /**
   * @param name stands in the request ids of the work, and in the names of its timers
   * @param failed is told of what went wrong
   */
  constructor(
    private readonly name: string,
    private readonly scheduler: SchedulerRegistry,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Does something at an interval, but never twice at once. Each task has its own timer and waits for no other. */
  every(intervalMs: number, what: string, work: () => Promise<void>): void {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      void this.track(work).finally(() => (busy = false));
    }, intervalMs);
    timer.unref();
    const name = `${this.name}-${what}`;
    this.scheduler.addInterval(name, timer);
    this.timers.push(name);
  }

  readonly track: Track = (work) => this.follow(runInContext(systemContext(`${this.name}:${newId()}`), work));

  /** Like {@link track}, for work that already runs in a context. */
  follow(work: Promise<void>): Promise<void> {
    this.underway++;
    const over = () => {
      if (--this.underway === 0) for (const idle of this.waiting.splice(0)) idle();
    };
    return work.then(over, (error: unknown) => {
      this.failed(error);
      over();
    });
  }

  /** Stops the timers, lets what is under way finish for `graceMs`, then cuts it off and waits for its end. */
  async stop(graceMs: number, cutOff: () => void): Promise<void> {
    for (const name of this.timers.splice(0))
      if (this.scheduler.doesExist('interval', name)) this.scheduler.deleteInterval(name);
    await Promise.race([this.idle(), delay(graceMs, undefined, { ref: false })]);
    cutOff();
    await this.idle();
  }

  private async idle(): Promise<void> {
    while (this.underway > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
