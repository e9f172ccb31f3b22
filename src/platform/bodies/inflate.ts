import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { PayloadTooLarge, UnsupportedMediaType, ValidationFailed, type Problem } from '../../kernel/problems';
import { GrowingBytes, type Reserve } from './body-bytes';

/** The content codings that bodies may have (RFC 9110, section 8.4.1), and what undoes them. */
const CODINGS = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Undoes the compression of a body. */
type Inflate = (bytes: Buffer, reserve: Reserve) => Promise<Buffer>;

/**
 * What undoes a request's Content-Encoding, or null when its body is not compressed. It throws PayloadTooLarge above
 * `limitBytes`, ValidationFailed for what was not compressed in this way, and what `reserve` gives. It reserves memory
 * piece by piece, because a kilobyte may inflate to a thousand.
 *
 * @throws UnsupportedMediaType for another coding
 */
export function inflaterOf(contentEncoding: string | undefined, limitBytes: number): Inflate | null {
  const coding = contentEncoding?.trim().toLowerCase() || 'identity';
  if (coding === 'identity') return null;
  const undo = CODINGS.get(coding);
  if (undo === undefined)
    throw new UnsupportedMediaType('The body must be UTF-8, uncompressed or with a known Content-Encoding.');
  return async (bytes, reserve) => {
    const inflated = new GrowingBytes();
    const inflating = undo();
    inflating.end(bytes);
    let size = 0;
    let problem: Problem | null = null;
    try {
      for await (const piece of inflating as AsyncIterable<Buffer>) {
        size += piece.length;
        problem = size > limitBytes ? PayloadTooLarge.than(limitBytes) : reserve(piece.length);
        if (problem !== null) break;
        inflated.add(piece);
      }
    } catch {
      throw ValidationFailed.on('body', 'malformed_json', 'The body cannot be read.');
    }
    if (problem !== null) throw problem;
    return inflated.all;
  };
}
