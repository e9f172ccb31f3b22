import type { Clock } from '../../../src/kernel/clock';

/** A clock that follows the real one until a test moves or stops it. */
export class TestClock implements Clock {
  private offsetMs = 0;
  private stoppedAt: Date | null = null;

  now(): Date {
    return this.stoppedAt ? new Date(this.stoppedAt) : new Date(Date.now() + this.offsetMs);
  }

  /** Moves the clock forward. */
  advance(ms: number): void {
    if (this.stoppedAt) this.stoppedAt = new Date(this.stoppedAt.getTime() + ms);
    else this.offsetMs += ms;
  }

  /** Stops the clock at an instant. */
  stopAt(instant: string): void {
    this.stoppedAt = new Date(instant);
  }

  /** Lets the clock follow the real one again. */
  release(): void {
    this.stoppedAt = null;
    this.offsetMs = 0;
  }
}
