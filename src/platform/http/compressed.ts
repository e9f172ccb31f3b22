import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Response } from 'express';
import { entityTag, isKnown } from './etag';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
/** Higher ones take several times as long for a few per cent. */
const BROTLI_LEVEL = 4;
/** Of a list of 50: 80 % fewer bytes for a tenth of a millisecond. Brotli makes it 84 % for five times as long. */
const GZIP_QUICKLY = 1;
/** Smaller responses fit into one packet anyway. */
const MIN_BYTES = 1024;

/**
 * JSON as the body of a response, compressed where its caller takes that, with a weak ETag: it is the same for all
 * encodings. Nothing where the caller has it already (304).
 */
export async function compressed(response: Response, json: string): Promise<Buffer | undefined> {
  if (unchanged(response, tagOf(json))) return undefined;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  return encoded(response, json);
}

/**
 * A text as the body of a response, compressed where its caller takes that. Not for one with both a secret and what
 * others can put into it: its length would say something of the secret.
 */
export async function encoded(response: Response, text: string): Promise<Buffer> {
  response.vary('Accept-Encoding');
  const { req: request } = response;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL };
  // Node's negotiator would take the encoding that the client happens to name first.
  if (request.acceptsEncodings('br') !== false) {
    response.setHeader('Content-Encoding', 'br');
    return brotliAsync(text, { params });
  }
  if (request.acceptsEncodings('gzip') !== false) {
    response.setHeader('Content-Encoding', 'gzip');
    return gzipAsync(text);
  }
  return Buffer.from(text);
}

/** Whether the caller of a response takes it compressed, and that is worth the time. */
export function isWorthCompressing({ req: request }: Response, bytes: Buffer): boolean {
  if (bytes.length < MIN_BYTES || request.method !== 'GET') return false;
  return request.headers['accept-encoding'] !== undefined && request.acceptsEncodings('gzip') !== false;
}

/** Ends a response with what one caller alone gets, compressed in little time. */
export async function endCompressed(response: Response, bytes: Buffer): Promise<void> {
  const compressed = await gzipAsync(bytes, { level: GZIP_QUICKLY });
  // It may have had to be ended with an error meanwhile.
  if (response.headersSent) return;
  response.setHeader('Content-Encoding', 'gzip');
  response.vary('Accept-Encoding');
  response.setHeader('Content-Length', compressed.length);
  response.end(compressed);
}

/** The tag of JSON that is sent compressed: weak, since it is the same for all encodings. */
export function tagOf(json: string): string {
  return `W/${entityTag(json)}`;
}

/** Makes the response 304 where its caller has the version of that tag already. */
export function unchanged(response: Response, tag: string): boolean {
  response.setHeader('ETag', tag);
  response.vary('Accept-Encoding');
  const isSame = isKnown(response);
  if (isSame) response.status(304);
  return isSame;
}
