import { setImmediate as nextTurn } from 'node:timers/promises';
import { firstOf, lastOf } from '../../kernel/lists';
import type { BackgroundLog } from '../logging/background-log';
import type { EventStream } from './event-stream';
import type { MessageSource, StreamMessage } from './stream-source';

/** Messages that are read and sent in one go. */
const BATCH = 50;

/**
 * Brings the messages of one source to the streams of this process, each to each reader once and in order. A stream
 * first reads alone what it missed, then shares one read with all others. When its reader can't keep up
 * (backpressure) it reads alone again, at the reader's pace, so that nothing piles up in memory.
 */
export class Feed {
  /** Streams that have got everything up to {@link position}, and get the rest together. */
  private readonly live = new Set<EventStream>();
  private position = 0;
  private reading = false;
  private readAgain = false;

  /**
   * @param rightsSettled resolves when all known changes of readers' rights have taken effect
   * @param mayContinue whether a stream is open and its credential has not expired
   */
  constructor(
    private readonly source: MessageSource,
    private readonly rightsSettled: () => Promise<void>,
    private readonly mayContinue: (stream: EventStream) => boolean,
    private readonly log: Pick<BackgroundLog, 'warn'>,
  ) {}

  /** Sends a stream the messages after its cursor, then all new ones, until it closes. Returns at once. */
  bring(stream: EventStream): void {
    this.follow(stream).catch((error: unknown) => {
      this.warn(error);
      // Its reader connects again, with the position of its last message.
      stream.end('failure');
    });
  }

  leave(stream: EventStream): void {
    this.live.delete(stream);
  }

  /** Announces that there may be new messages. Returns at once and never throws. */
  wake(): void {
    if (this.live.size === 0) return;
    this.readAgain = true;
    if (this.reading) return;
    this.reading = true;
    void this.readNew();
  }

  private async follow(stream: EventStream): Promise<void> {
    for (;;) {
      // Whatever has been sent to all before this read began is found by it.
      const sentToAll = this.position;
      const messages = await this.source.after(stream.cursor, BATCH);
      await this.rightsSettled();
      for (const message of messages) {
        await stream.flushed();
        if (!this.mayContinue(stream)) return;
        sendTo(stream, [message], true);
      }
      if (messages.length === BATCH) continue;
      stream.cursor = Math.max(stream.cursor, sentToAll);
      if (stream.cursor >= this.position) break;
    }
    if (!stream.isOpen) return;
    const isFirst = this.live.size === 0;
    if (isFirst) this.position = stream.cursor;
    this.live.add(stream);
    // While the feed had no streams it did not look for messages.
    if (isFirst) this.wake();
  }

  private async readNew(): Promise<void> {
    try {
      while (this.readAgain) {
        this.readAgain = false;
        const messages = await this.source.after(this.position, BATCH);
        if (messages.length === 0) continue;
        // A reader who lost a right before the message was published must not get it.
        await this.rightsSettled();
        this.sendToAll(messages);
        if (messages.length < BATCH) continue;
        this.readAgain = true;
        await nextTurn();
      }
    } catch (error) {
      // The next look comes automatically.
      this.warn(error);
    } finally {
      this.reading = false;
    }
  }

  private sendToAll(messages: readonly StreamMessage[]): void {
    const [first, last] = [firstOf(messages).position, lastOf(messages).position];
    this.position = Math.max(this.position, last);
    // Written once, however many read it.
    const written = new Map<string, Buffer | null>();
    for (const stream of this.live) {
      if (!this.mayContinue(stream)) {
        this.live.delete(stream);
      } else if (stream.isBehind) {
        this.live.delete(stream);
        this.bring(stream);
      } else if (stream.cursor >= first) {
        sendTo(
          stream,
          messages.filter(({ position }) => position > stream.cursor),
          false,
        );
      } else {
        const { audience } = stream;
        if (!written.has(audience)) written.set(audience, bytesFor(audience, messages, false));
        const bytes = written.get(audience);
        stream.cursor = last;
        if (bytes) stream.send(bytes);
      }
    }
  }

  private warn(error: unknown): void {
    this.log.warn(error, 'messages of a stream could not be read', { topic: this.source.topic });
  }
}

function sendTo(stream: EventStream, messages: readonly StreamMessage[], areMissed: boolean): void {
  if (messages.length === 0) return;
  const bytes = bytesFor(stream.audience, messages, areMissed);
  stream.cursor = lastOf(messages).position;
  if (bytes !== null) stream.send(bytes);
}

function bytesFor(audience: string, messages: readonly StreamMessage[], areMissed: boolean): Buffer | null {
  const text = messages.map((message) => message.textFor(audience, areMissed) ?? '').join('');
  return text === '' ? null : Buffer.from(text);
}
