import type { SignalReceiver, SignalTransport } from './signal-transport';

/** How often receivers are told to look for themselves. */
const INTERVAL_MS = 5_000;

/**
 * For where listening is impossible, as behind a pooler that lends connections by the transaction: nothing is sent, and
 * each process is regularly told that it may have missed something.
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
