import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Response } from 'express';
import type { Principal } from '../../kernel/principal';
import { EventStream } from './event-stream';
import { Feed } from './feed';
import type { StreamMessage, StreamSource } from './stream-source';

const SIZE = 64 * 1024;
const PRINCIPAL = {
  userId: 'u',
  organizationId: 'o',
  credentialId: 'c',
  impersonator: null,
  scopes: null,
} as Principal;

/** Messages in memory, which are read as slowly as a test wants. */
class Messages implements StreamSource {
  readonly topic = 'test';
  count = 0;
  delayMs = 0;
  failing = false;

  audiencesOf(principals: readonly Principal[]): Promise<string[]> {
    return Promise.resolve(principals.map(() => 'all'));
  }
  bounds(): Promise<{ newest: number; forgotten: number }> {
    return Promise.resolve({ newest: this.count, forgotten: 0 });
  }
  async after(position: number, limit: number): Promise<StreamMessage[]> {
    const there = this.count;
    await delay(this.delayMs);
    if (this.failing) throw new Error('The database is away.');
    const length = Math.max(0, Math.min(limit, there - position));
    return Array.from({ length }, (_, i) => ({
      position: position + i + 1,
      textFor: () => `${position + i + 1}${'.'.repeat(SIZE)}\n`,
    }));
  }
}

describe('a feed', () => {
  let server: Server;
  let url: string;
  let source: Messages;
  let feed: Feed;
  let log: string[];

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    source = new Messages();
    log = [];
    feed = new Feed(
      source,
      () => Promise.resolve(),
      (stream) => stream.isOpen,
      { warn: (_error, message) => void log.push(message) },
    );
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  let number = 0;
  /** A stream, its response in the server, and what its reader has. */
  async function open(): Promise<{
    stream: EventStream;
    response: Response;
    reader: IncomingMessage;
    numbers: () => number[];
  }> {
    const arrived = once(server, 'request');
    const call = get(url);
    const [, response] = (await arrived) as [IncomingMessage, Response];
    response.flushHeaders();
    const [reader] = (await once(call, 'response')) as [IncomingMessage];
    let text = '';
    reader.setEncoding('utf8').on('data', (part: string) => (text += part));
    reader.on('error', () => undefined);
    const credential = { kind: 'session', token: 't' } as const;
    const stream = new EventStream(response, number++, credential, 'caller', PRINCIPAL, 'all');
    const numbers = () =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => parseInt(line));
    return { stream, response, reader, numbers };
  }
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
  const until = async (holds: () => boolean) => {
    while (!holds()) await delay(5);
  };

  it('brings each message once and in order, whenever a stream joins', async () => {
    source.delayMs = 3;
    const opened: Awaited<ReturnType<typeof open>>[] = [];
    for (let round = 0; round < 30; round++) {
      const one = await open();
      opened.push(one);
      feed.bring(one.stream);
      source.count += 1 + (round % 3);
      feed.wake();
    }
    await until(() => opened.every(({ numbers }) => numbers().length >= source.count));
    await delay(20);
    for (const { numbers } of opened) expect(numbers()).toEqual(upTo(source.count));
  });

  it('keeps little for a reader that does not read, and all for it to come back to', async () => {
    const [slow, quick] = [await open(), await open()];
    slow.reader.pause();
    for (const { stream } of [slow, quick]) feed.bring(stream);
    await delay(10);
    source.count = 600;
    feed.wake();
    await until(() => quick.numbers().length === 600);
    expect(quick.numbers()).toEqual(upTo(600));
    expect(slow.stream.isBehind).toBe(true);
    // A batch that was written when it seemed to keep up, and what was written to find out that it does not.
    expect(slow.response.writableLength).toBeLessThan(60 * SIZE);
    expect(slow.stream.isStalled(0, 10_000)).toBe(false);
    expect(slow.stream.isStalled(9_999, 10_000)).toBe(false);
    expect(slow.stream.isStalled(10_000, 10_000)).toBe(true);

    slow.reader.resume();
    await until(() => slow.numbers().length === 600);
    expect(slow.numbers()).toEqual(upTo(600));
    await until(() => !slow.stream.isStalled(30_000, 10_000));
  });

  it('does not take one who reads slowly for one who reads not at all', async () => {
    const { stream, response, reader } = await open();
    feed.bring(stream);
    reader.pause();
    source.count = 600;
    feed.wake();
    await until(() => stream.isBehind);
    const goneBytes = () => response.socket!.bytesWritten - response.socket!.writableLength;
    for (let nowMs = 0; nowMs < 90_000; nowMs += 9_000) {
      expect(stream.isStalled(nowMs, 10_000)).toBe(false);
      for (const before = goneBytes(); goneBytes() === before; reader.pause()) {
        reader.resume();
        await delay(1);
      }
    }
  });

  it('goes on after a reading that failed', async () => {
    const { stream, numbers } = await open();
    feed.bring(stream);
    await delay(10);
    source.failing = true;
    source.count = 2;
    feed.wake();
    await until(() => log.some((line) => line.includes('could not be read')));
    expect(stream.isOpen).toBe(true);
    source.failing = false;
    feed.wake();
    await until(() => numbers().length === 2);
  });

  it('ends a stream whose first reading failed: its reader comes back', async () => {
    const { stream } = await open();
    source.failing = true;
    source.count = 1;
    feed.bring(stream);
    await until(() => !stream.isOpen);
    expect(stream.endedBy).toBe('failure');
  });
});
