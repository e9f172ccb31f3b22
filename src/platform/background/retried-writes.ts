import { setTimeout as delay } from 'node:timers/promises';
import { isValueError } from '../database/failures';

/** When the database is away for longer, leases of a few seconds have expired anyway. */
const TRIES = 10;
const BETWEEN_TRIES_MS = 1_000;

/** Makes writes that must not be lost: it retries them while the database is away or busy. */
export class RetriedWrites {
  private isStopping = false;

  /**
   * @param failed called with each failure but the last
   * @param tries the limit for each write, a second apart
   */
  constructor(
    private readonly failed: (error: unknown) => void,
    private readonly tries = TRIES,
  ) {}

  /** Stops trying again, because the service is stopping. */
  stopRetrying(): void {
    this.isStopping = true;
  }

  /** @throws what `write` throws, at once when its values are not valid */
  async retry<T>(write: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await write();
      } catch (error) {
        if (isValueError(error) || tries === this.tries || this.isStopping) throw error;
        this.failed(error);
      }
      await delay(BETWEEN_TRIES_MS);
    }
  }
}
