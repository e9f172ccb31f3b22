import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { PayloadTooLarge, UnsupportedMediaType, ValidationFailed } from '../../kernel/problems';

/** The content codings that bodies may have (RFC 9110, section 8.4.1), and what undoes them. */
const CODINGS = new Map([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** Undoes the compression of a body. */
export type Inflate = (bytes: Buffer) => Promise<Buffer>;

/**
 * What undoes a request's Content-Encoding, or null when its body is not compressed. It throws PayloadTooLarge when
 * there is more than `limitBytes`, and ValidationFailed for what was not compressed in this way.
 *
 * @throws UnsupportedMediaType for another coding
 */
export function inflaterOf(contentEncoding: string | undefined, limitBytes: number): Inflate | null {
  const coding = (contentEncoding ?? 'identity').trim().toLowerCase();
  if (coding === 'identity') return null;
  const undo = CODINGS.get(coding);
  if (undo === undefined)
    throw new UnsupportedMediaType('The body must be UTF-8, uncompressed or with a known Content-Encoding.');
  return async (bytes) => {
    try {
      return await undo(bytes, { maxOutputLength: limitBytes });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        throw new PayloadTooLarge(`The body is larger than ${limitBytes / 1024 / 1024} MiB.`);
      throw ValidationFailed.on('body', 'malformed_json', 'The body can not be read.');
    }
  };
}
