import type { SignalReceiver, SignalTransport } from './signal-transport';

/** How often receivers are called to look for themselves. */
const INTERVAL_MS = 5_000;

/**
 * Where listening is impossible, as behind a transaction pooler: it sends nothing, and regularly reports to each
 * process that messages may have been missed.
 */
export class NoSignalTransport implements SignalTransport {
  private timer: NodeJS.Timeout | undefined;

  async send(): Promise<void> {}

  listen(receiver: SignalReceiver): void {
    this.timer = setInterval(() => receiver.missed(), INTERVAL_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
  }
}
