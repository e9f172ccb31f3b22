import { setTimeout as delay } from 'node:timers/promises';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { newId } from '../../kernel/ids';
import { runInContext, systemContext } from '../context/request-context';

/**
 * The work of a process besides its requests: by timers, and when woken. A stopping service waits for it.
 *
 * @nestjs/schedule only lists the timers: its own intervals begin a round while the one before still runs, and a stopping
 * service does not wait for them.
 */
export class BackgroundWork {
  private underway = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private stopping = false;

  /**
   * @param name stands in the request ids of the work, and names what is done without a timer
   * @param failed called with each error and its task
   * @param scheduler knows the timers by the names of their tasks
   */
  constructor(
    private readonly name: string,
    private readonly failed: (error: unknown, task: string) => void,
    private readonly scheduler?: SchedulerRegistry,
  ) {}

  /** True while the service stops: work under way should end soon, and begin only what it needs to stop. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /** Does something at an interval, but never twice at once. Each task has its own timer and waits for no other. */
  every(intervalMs: number, task: string, work: () => Promise<unknown>): void {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      void this.track(work, task).finally(() => (busy = false));
    }, intervalMs).unref();
    this.timers.push(timer);
    this.scheduler?.addInterval(task, timer);
  }

  /** Does something in a context of its own. Never throws. */
  track(work: () => Promise<unknown>, task = this.name): Promise<void> {
    return this.follow(
      runInContext(systemContext(`${this.name}:${newId()}`), async () => work()),
      task,
    );
  }

  /** Like {@link track}, for work that already runs in a context. */
  follow(work: Promise<unknown>, task = this.name): Promise<void> {
    this.underway++;
    const over = () => {
      if (--this.underway === 0) for (const idle of this.waiting.splice(0)) idle();
    };
    return work.then(over, (error: unknown) => {
      try {
        this.failed(error, task);
      } finally {
        over();
      }
    });
  }

  /** Ends the timers, and waits for the work under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.idle();
  }

  /** Like {@link stop}, but calls `cutOff` as soon as nothing is under way any more, after `graceMs` at the latest. */
  async stopWithin(graceMs: number, cutOff: () => void): Promise<void> {
    await Promise.race([this.stop(), delay(graceMs, undefined, { ref: false })]);
    cutOff();
    await this.idle();
  }

  private async idle(): Promise<void> {
    while (this.underway > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
