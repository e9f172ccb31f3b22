import type { Request } from 'express';
import { PayloadTooLarge, Unavailable, type Problem } from '../../kernel/problems';
import { CLIENT_GONE } from './client-gone';

/** Asks for room for so many more bytes; gives null, or the refusal. */
export type Reserve = (bytes: number) => Problem | null;

/** For how long more is read from a sender who has sent too much, up to twice as much as is allowed. */
const LINGERING_MS = 1_000;

/**
 * The bytes of a body as they are sent. In memory they take at most twice their number, however small the pieces are
 * that they come in.
 *
 * @throws PayloadTooLarge as soon as that is known, Unavailable when the client goes before the end, and what `takeIn`
 *   gives
 */
export async function readBytes(request: Request, limitBytes: number, reserve: Reserve): Promise<Buffer> {
  const bytes = new GrowingBytes();
  await read(request, limitBytes, (piece) => {
    const problem = reserve(piece.length);
    if (problem === null) bytes.add(piece);
    return problem;
  });
  return bytes.all;
}

/** Reads a body that nobody looks at. Throws what {@link readBytes} does. */
export function skipBytes(request: Request, limitBytes: number): Promise<void> {
  return read(request, limitBytes, () => null);
}

/** @param take keeps a piece or drops it, and gives null, or refuses it */
async function read(request: Request, limitBytes: number, take: (piece: Buffer) => Problem | null): Promise<void> {
  const tooLarge = PayloadTooLarge.than(limitBytes);
  let problem: Problem | null = null;
  let size = 0;
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    linger(request, 2 * limitBytes);
    throw tooLarge;
  }
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length;
      problem = size > limitBytes ? tooLarge : take(piece);
      if (problem !== null) break;
    }
  } catch {
    // Nobody receives it. A 503 is not kept under an Idempotency-Key, so that the request can be sent again.
    throw new Unavailable(CLIENT_GONE);
  }
  if (problem === null) return;
  linger(request, limitBytes);
  throw problem;
}

/**
 * Joins pieces as they come. Kept one by one, pieces of a byte would take 500 times their size. A body in one piece, as
 * most are, is not copied.
 */
export class GrowingBytes {
  private block: Buffer = Buffer.alloc(0);
  private size = 0;

  add(piece: Buffer): void {
    const size = this.size + piece.length;
    if (this.size === 0) {
      this.block = piece;
    } else {
      if (size > this.block.length) {
        const larger = Buffer.allocUnsafe(2 * size);
        this.block.copy(larger, 0, 0, this.size);
        this.block = larger;
      }
      piece.copy(this.block, this.size);
    }
    this.size = size;
  }

  get all(): Buffer {
    return this.block.subarray(0, this.size);
  }
}

/**
 * Goes on reading and dropping what is sent, until the answer is out and a little longer: a client that is still
 * sending when the connection is closed may never see the answer. A file that is a little too large has ended by then,
 * an endless one is cut off. The answer carries `Connection: close`.
 */
function linger(request: Request, maxBytes: number): void {
  const { socket } = request;
  request.res!.setHeader('Connection', 'close');
  const cutOff = () => void socket.destroy();
  const timer = setTimeout(cutOff, LINGERING_MS);
  socket.once('close', () => clearTimeout(timer));
  let left = maxBytes;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cutOff();
  });
  // What the server calls to close the connection behind its last answer.
  socket.destroySoon = () => {
    socket.end();
    if (request.complete) cutOff();
    else request.once('end', cutOff);
  };
}
