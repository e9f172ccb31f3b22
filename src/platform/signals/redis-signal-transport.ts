import type { Transaction } from '../transaction/transaction';
import type { Redis } from '../redis/redis';
import type { SignalReceiver, SignalTransport } from './signal-transport';

const CHANNEL = 'signals';

/**
 * Signals over Redis, sent after the commit; no commit waits for another's. While Redis is away they go through the
 * other transport. A signal can be lost when Redis goes away, so receivers also look from time to time.
 */
export class RedisSignalTransport implements SignalTransport {
  constructor(
    private readonly redis: Redis,
    private readonly other: SignalTransport,
  ) {}

  async send(messages: readonly string[], transaction: Transaction): Promise<void> {
    if (this.redis.status !== 'ok') return this.other.send(messages, transaction);
    transaction.afterCommit(() => {
      for (const message of messages)
        void this.redis.ask((client) => client.publish(this.redis.prefixed(CHANNEL), message));
    });
  }

  listen(receiver: SignalReceiver): void {
    this.other.listen(receiver);
    this.redis.listen(this.redis.prefixed(CHANNEL), receiver);
  }

  async close(): Promise<void> {
    await this.other.close();
  }
}
