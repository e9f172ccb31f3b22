import type { SignalReceiver, SignalTransport } from './signal-transport';

/** How often whoever waits for something is told to look by themselves. */
const INTERVAL_MS = 5_000;

/**
 * Where nobody can listen, as behind a pooler that lends connections by the transaction: nothing is sent, and each process
 * is told again and again that it may have missed something.
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
