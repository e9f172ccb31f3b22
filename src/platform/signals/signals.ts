import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { newId } from '../../kernel/ids';
import { runInContext, systemContext } from '../context/request-context';
import type { Transaction } from '../transaction/transaction';
import { LOGGER } from '../logging/logger';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { MAX_MESSAGE_BYTES, SIGNAL_TRANSPORT, type SignalTransport } from './signal-transport';

/** Takes a signal. Must return at once; throws if it can't read the payload, and the signal then counts as missed. */
type SignalListener = (payload: string) => void;

interface Signal {
  readonly topic: string;
  readonly payload: string;
}

/**
 * Wakes up listeners for a change in every process: a signal sent in a unit of work is delivered when that is
 * committed, and never when it is rolled back. A process gets its own signals right after the commit, in the order of
 * its commits; those of others arrive within moments. Through PostgreSQL they are part of the commit and arrive in the
 * order of all commits. Through Redis they are sent after the commit: no commit waits for another, signals of different
 * processes arrive in any order, and a process that dies in between sends none.
 *
 * A signal says where to look; it is not a record. One may be missed while a connection is down: {@link
 * Signals.onMissed} reports that, and listeners must also look from time to time. For rare changes only: see the
 * transport.
 */
@Injectable()
export class Signals implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Marks the process's own signals, which it has delivered already. */
  private readonly origin = newId();
  private readonly listeners = new Map<string, SignalListener[]>();
  private readonly missedListeners: (() => void)[] = [];
  private warnedUnreadable = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(SIGNAL_TRANSPORT) private readonly transport: SignalTransport,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.transport.listen({
      received: (message) => this.receive(message),
      missed: () => this.miss(),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.transport.close();
  }

  /**
   * Adds a signal to the open unit of work.
   *
   * @throws Error outside of a unit of work, or when the signal is too long
   */
  send(topic: string, payload = ''): void {
    const longest = Buffer.byteLength(this.messageOf({ topic, payload }));
    if (longest > MAX_MESSAGE_BYTES) throw new Error(`A signal of ${longest} bytes is too long.`);
    this.unitOfWork.current.defer(this.write, { topic, payload });
  }

  /** Calls `listener` for every signal of a topic, whichever process sent it. */
  on(topic: string, listener: SignalListener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** Calls `listener` when signals of other processes may have been missed, so that it checks for itself. */
  onMissed(listener: () => void): void {
    this.missedListeners.push(listener);
  }

  /** The same signal twice in a transaction is one. */
  private readonly write = async (signals: readonly Signal[], transaction: Transaction): Promise<void> => {
    const byMessage = new Map(signals.map((signal) => [this.messageOf(signal), signal]));
    transaction.afterCommit(() => byMessage.forEach((signal) => this.deliver(signal)));
    await this.transport.send([...byMessage.keys()], transaction);
  };

  private messageOf({ topic, payload }: Signal): string {
    return JSON.stringify([this.origin, topic, payload]);
  }

  private receive(message: string): void {
    try {
      const [origin, topic, payload] = JSON.parse(message) as [string, string, string];
      if (origin !== this.origin) this.deliver({ topic, payload });
    } catch (error) {
      // Another program, or a replica of another version, may write on the channel. Such a signal counts as missed.
      if (!this.warnedUnreadable) this.logger.warn({ err: error }, 'a signal could not be read, and more may follow');
      this.warnedUnreadable = true;
      this.miss();
    }
  }

  private miss(): void {
    runInContext(systemContext('signals'), () => this.missedListeners.forEach((listener) => listener()));
  }

  private deliver({ topic, payload }: Signal): void {
    const listeners = this.listeners.get(topic) ?? [];
    runInContext(systemContext('signals'), () => listeners.forEach((listener) => listener(payload)));
  }
}
