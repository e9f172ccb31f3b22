import type { Throttle } from '../../../platform/mail/mail-throttle';

/** From one message to the next, after a provider first asked to wait without saying how long. */
const FIRST_INTERVAL_MS = 100;
/** A channel that is told nothing better tries once a minute. */
const MAX_INTERVAL_MS = 60_000;
/** The longest wait that a provider's words are taken for. */
const MAX_WAIT_MS = 60 * 60_000;
/** Below this the channel is not slowed down any more. */
const MIN_INTERVAL_MS = 5;
/** How the interval changes with each request to wait and with each message taken; a slow channel recovers sooner. */
const SLOWER = 2;
const FASTER = 0.95;
const FASTER_WHEN_SLOW = 0.5;
const SLOW_MS = 1_000;

/** A try's moment: whether a request to wait answers the present pace or one from before the last change. */
export type Begun = number;

/**
 * The pace that a provider takes, found by its replies: without limit at first; when it asks to wait, one message at a
 * time, at the interval that it names or at one that doubles with each further request, and becomes shorter with each
 * message that it takes. All messages of the channel in this process go at this pace.
 */
export class ChannelPace {
  /** 0: as many as there are. */
  private intervalMs = 0;
  private mayBegin = true;
  private timer: NodeJS.Timeout | null = null;
  private changes: Begun = 0;

  /** @param proceed called when the next message may begin */
  constructor(private readonly proceed: () => void) {}

  /** Whether one message at a time begins. */
  get isSlow(): boolean {
    return this.intervalMs > 0;
  }

  /** Whether a message may begin. */
  get isOpen(): boolean {
    return !this.isSlow || this.mayBegin;
  }

  /** Called when a message begins. */
  begin(): Begun {
    if (this.isSlow) {
      this.mayBegin = false;
      if (this.timer === null) this.waitFor(this.intervalMs);
    }
    return this.changes;
  }

  /** Called when the provider took a message. */
  taken(): void {
    if (!this.isSlow) return;
    this.intervalMs *= this.intervalMs > SLOW_MS ? FASTER_WHEN_SLOW : FASTER;
    if (this.intervalMs >= MIN_INTERVAL_MS) return;
    this.intervalMs = 0;
    this.stop();
    this.proceed();
  }

  /** Called when the provider asked to wait. Of messages that were under way together only the first slows down. */
  deferred(begun: Begun, { waitSeconds, intervalMs }: Throttle): void {
    const isNews = begun === this.changes;
    if (isNews) this.intervalMs = Math.min(Math.max(FIRST_INTERVAL_MS, SLOWER * this.intervalMs), MAX_INTERVAL_MS);
    if (intervalMs !== undefined) this.intervalMs = Math.min(intervalMs, MAX_INTERVAL_MS);
    if (!isNews && waitSeconds === undefined) return;
    this.changes++;
    this.mayBegin = false;
    this.waitFor(Math.max(this.intervalMs, Math.min(1_000 * (waitSeconds ?? 0), MAX_WAIT_MS)));
  }

  /** Ends the waiting, because the service is stopping. */
  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  /** An interval that ends after one round: timers of one round would not stand still while tests stop the timetable. */
  private waitFor(ms: number): void {
    this.stop();
    this.timer = setInterval(() => {
      this.stop();
      this.mayBegin = true;
      this.proceed();
    }, Math.ceil(ms)).unref();
  }
}
