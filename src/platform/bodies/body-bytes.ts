import type { Request } from 'express';
import { PayloadTooLarge, Unavailable, type Problem } from '../../kernel/problems';
import { CLIENT_GONE } from './client-gone';

/** Reserves memory for so many more bytes; gives null, or the error when there is none. */
export type Reserve = (bytes: number) => Problem | null;

/** How long reading continues after a body became too large, up to twice the limit. */
const LINGERING_MS = 1_000;

/**
 * Reads the bytes of a body. They take at most twice their number in memory, however small their pieces are.
 *
 * @throws PayloadTooLarge as soon as that is known, Unavailable when the client leaves before the end, and what
 *   `reserve` gives
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

/** Reads and drops a body. @throws what {@link readBytes} throws, except for the reservation */
export function skipBytes(request: Request, limitBytes: number): Promise<void> {
  return read(request, limitBytes, () => null);
}

/** @param take uses a piece and gives null, or the error that ends the reading */
async function read(request: Request, limitBytes: number, take: (piece: Buffer) => Problem | null): Promise<void> {
  // Made when it is needed: an error costs more than all of a short body.
  const tooLarge = () => PayloadTooLarge.than(limitBytes);
  let problem: Problem | null = null;
  let size = 0;
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    linger(request, 2 * limitBytes);
    throw tooLarge();
  }
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length;
      problem = size > limitBytes ? tooLarge() : take(piece);
      if (problem !== null) break;
    }
  } catch {
    // The client does not receive it. A 503 is not stored under an Idempotency-Key, so that the request can be
    // repeated.
    throw new Unavailable(CLIENT_GONE);
  }
  if (problem === null) return;
  linger(request, limitBytes);
  throw problem;
}

/**
 * Joins pieces as they come, because pieces of one byte would take 500 times their size. A body in one piece, as most
 * are, is not copied.
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
 * Continues to read and drop what is sent, until a little after the response is out: a client that is still sending
 * when the connection is closed may never see the response. A file that is a little too large has ended by then, an
 * endless one is cut off. The response carries `Connection: close`.
 */
function linger(request: Request, maxBytes: number): void {
  const { socket } = request;
  request.res?.setHeader('Connection', 'close');
  const cutOff = () => void socket.destroy();
  const timer = setTimeout(cutOff, LINGERING_MS);
  socket.once('close', () => clearTimeout(timer));
  let left = maxBytes;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cutOff();
  });
  // The server calls this to close the connection behind its last response.
  socket.destroySoon = () => {
    socket.end();
    if (request.complete) cutOff();
    else request.once('end', cutOff);
  };
}
