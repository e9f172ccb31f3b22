import type { Readable } from 'node:stream';
import type { Request } from 'express';
import type { Problem } from '../../kernel/problems';
import { linger, type TakeIn } from './raw-body';

/** Of each body so much is not counted: a few small ones more or less make no difference, and most are small. */
const SMALL_BYTES = 16 * 1024;
/** What a piece of a body takes beside its bytes, measured: without it, a MiB that comes byte by byte would take 500. */
const PIECE_BYTES = 512;

/**
 * Whether a body may take more than is worth counting: one that announces it, does not say how long it is, or is
 * compressed.
 */
export function maybeLarge(request: Request): boolean {
  return Number(request.headers['content-length'] ?? Infinity) > SMALL_BYTES || isCompressed(request);
}

/**
 * Counts what a body takes while body-parser reads it; of a compressed one, what it inflates to. To be called before
 * body-parser is.
 *
 * @param limitBytes of body-parser, and how much of a refused body is still read, so that its sender sees the answer
 * @param takeIn makes room for so many bytes more
 * @param refuse is told what `takeIn` gives; body-parser is made to give up the body
 */
export function countBody(
  request: Request,
  limitBytes: number,
  takeIn: TakeIn,
  refuse: (refusal: Problem) => void,
): void {
  let received = 0;
  let pieces = 0;
  let counted = 0;
  const count = (body: Readable) => {
    const onPiece = (piece: Buffer) => {
      received += piece.length;
      pieces += 1;
      // body-parser has given it up, and drops what still comes.
      if (received > limitBytes) return void body.off('data', onPiece);
      const size = received + pieces * PIECE_BYTES;
      if (size <= SMALL_BYTES) return;
      const refusal = takeIn(size - counted);
      counted = size;
      if (refusal === null) return;
      body.off('data', onPiece);
      linger(request, limitBytes);
      refuse(refusal);
      // What body-parser takes for a sender who has gone: it drops what it has, and the rest as it comes.
      body.emit('aborted');
    };
    body.on('data', onPiece);
  };
  if (!isCompressed(request)) return count(request);
  // Only body-parser has the stream of inflated bytes; it pipes the request into it.
  const { pipe } = request;
  request.pipe = (inflating, options) => {
    count(inflating as unknown as Readable);
    return pipe.call(request, inflating, options) as typeof inflating;
  };
}

function isCompressed({ headers }: Request): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
}
