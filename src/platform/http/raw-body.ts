import { isUtf8 } from 'node:buffer';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { PayloadTooLarge, type Problem, UnsupportedMediaType, ValidationFailed } from '../../kernel/problems';
import { renewPrincipal } from '../context/request-context';

/** A body that a route takes as it comes, in place of JSON; said in its `@Operation` line. */
export interface RawBodyOptions {
  /**
   * The media type of a text in UTF-8, such as `text/csv`. With {@link ANY_BODY} any body, or none, is taken and
   * dropped.
   */
  readonly type: string;
  readonly limitBytes: number;
  readonly example: string;
}

/** Asks for room for so many more bytes; gives null, or the refusal. */
export type TakeIn = (bytes: number) => Problem | null;

/** For a route that does the same whatever is sent to it. */
export const ANY_BODY = '*/*';

/** For how long more is read from a sender who has sent too much, up to twice as much as is allowed. */
const LINGERING_MS = 1_000;

/** So many are joined to one. */
const PIECES_OF_BLOCK = 1_000;

/** The body of a route that takes another one than JSON, as text. */
export const RawBody = createParamDecorator((_data: unknown, execution: ExecutionContext): string => {
  const { rawBody } = execution.switchToHttp().getRequest<Request>();
  // UTF-8 needs no byte order mark, but some programs write one.
  return (rawBody ?? Buffer.alloc(0)).toString('utf8').replace(/^\uFEFF/, '');
});

/**
 * Reads a body that is not JSON into `request.rawBody`.
 *
 * @param takeIn makes room for so many bytes more
 * @throws UnsupportedMediaType, PayloadTooLarge, ValidationFailed when it is not UTF-8 or breaks off, and what `takeIn`
 *   gives
 */
export async function readRawBody(
  request: Request,
  { type, limitBytes }: RawBodyOptions,
  takeIn: TakeIn,
): Promise<void> {
  const { 'content-type': sent = '', 'content-encoding': encoding = 'identity' } = request.headers;
  const [mediaType = ''] = sent.split(';');
  if (type === ANY_BODY) return read(request, limitBytes, () => null);
  if (mediaType.trim().toLowerCase() !== type || encoding.trim().toLowerCase() !== 'identity' || !isReadable(sent)) {
    throw new UnsupportedMediaType(`The body must be ${type} in UTF-8, uncompressed.`);
  }
  const late = !request.complete;
  const pieces = new Pieces();
  await read(request, limitBytes, (piece) => {
    const refusal = takeIn(piece.length);
    if (refusal === null) pieces.add(piece);
    return refusal;
  });
  const body = pieces.joined();
  // The caller decides how long a body takes, and may have lost their rights meanwhile.
  if (late) await renewPrincipal();
  request.rawBody = body;
  if (isUtf16(body) || !isUtf8(body)) {
    throw ValidationFailed.on('body', 'not_utf8', 'The body must be UTF-8: save it as UTF-8 and send it again.');
  }
}

/** Whether a Content-Type names no charset, or one that is read here. */
export function isReadable(contentType: string): boolean {
  const [, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return charset === undefined || /^charset="?(utf-?8|us-ascii)"?$/.test(charset);
}

/** By its byte order mark, or by the zeros that plain letters have in it. */
function isUtf16(body: Buffer): boolean {
  const [first = 0, second = 0] = body;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return marked || (body.length > 1 && (first === 0) !== (second === 0));
}

/** A body as it comes: a file that is sent byte by byte would take 500 times its size in so many buffers. */
class Pieces {
  private readonly blocks: Buffer[] = [];
  private loose: Buffer[] = [];

  add(piece: Buffer): void {
    this.loose.push(piece);
    if (this.loose.length < PIECES_OF_BLOCK) return;
    this.blocks.push(Buffer.concat(this.loose));
    this.loose = [];
  }

  joined(): Buffer {
    return Buffer.concat([...this.blocks, ...this.loose]);
  }
}

/**
 * @param take keeps a piece or drops it, and gives null, or refuses it
 * @throws PayloadTooLarge as soon as it is known, ValidationFailed when the body breaks off, and what `take` gives
 */
async function read(request: Request, limitBytes: number, take: (piece: Buffer) => Problem | null): Promise<void> {
  const tooLarge = new PayloadTooLarge(`The body is larger than ${limitBytes / 1024 / 1024} MiB.`);
  let refusal: Problem | null = null;
  let size = 0;
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    linger(request, 2 * limitBytes);
    throw tooLarge;
  }
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length;
      refusal = size > limitBytes ? tooLarge : take(piece);
      if (refusal !== null) break;
    }
  } catch {
    throw ValidationFailed.on('body', 'unreadable', 'The body ended before its announced length.');
  }
  if (refusal === null) return;
  linger(request, limitBytes);
  throw refusal;
}

/**
 * Goes on reading and dropping what is sent, until the answer is out and a little longer: a client that is still
 * sending when the connection is closed may never see the answer. A file that is a little too large has ended by then,
 * an endless one is cut off. The answer carries `Connection: close`.
 */
export function linger(request: Request, mostBytes: number): void {
  const { socket } = request;
  request.res!.setHeader('Connection', 'close');
  const cutOff = () => void socket.destroy();
  const timer = setTimeout(cutOff, LINGERING_MS);
  socket.once('close', () => clearTimeout(timer));
  let left = mostBytes;
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
