import type { Transaction } from '../database/transaction';
import type { Redis } from '../redis/redis';
import type { SignalReceiver, SignalTransport } from './signal-transport';

const CHANNEL = 'tour-events:signals';

/**
 * Signals over Redis, sent after the commit; no commit waits for another's. While Redis is away they go the other way, if
 * there is one. A signal that is lost in between is made up for by those who look again from time to time.
 */
export class RedisSignalTransport implements SignalTransport {
  /** @param other null where the database tells nothing by itself (behind a pooler) */
  constructor(
    private readonly redis: Redis,
    private readonly other: SignalTransport | null,
  ) {}

  async send(messages: readonly string[], transaction: Transaction): Promise<void> {
    if (this.redis.status !== 'ok') return this.other?.send(messages, transaction);
    transaction.afterCommit(() => {
      for (const message of messages) void this.redis.ask((client) => client.publish(CHANNEL, message));
    });
  }

  listen(receiver: SignalReceiver): void {
    this.other?.listen(receiver);
    this.redis.listen(CHANNEL, receiver);
  }

  async close(): Promise<void> {
    await this.other?.close();
  }
}
