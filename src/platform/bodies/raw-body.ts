import { isUtf8 } from 'node:buffer';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { UnsupportedMediaType, ValidationFailed } from '../../kernel/problems';
import { renewPrincipal } from '../context/request-context';
import type { RawBodyOptions } from '../routes/operation.decorator';
import { readBytes, skipBytes, type Reserve } from './body-bytes';

/** The body of a route that takes another type than JSON, as text. */
export const RawBody = createParamDecorator((_data: unknown, execution: ExecutionContext): string => {
  const { rawBody } = execution.switchToHttp().getRequest<Request>();
  // UTF-8 needs no byte order mark, but some programs write one.
  return (rawBody ?? Buffer.alloc(0)).toString('utf8').replace(/^\uFEFF/, '');
});

/**
 * Reads a body that is not JSON into `request.rawBody`.
 *
 * @param reserve reserves memory for so many more bytes
 * @throws UnsupportedMediaType, PayloadTooLarge, ValidationFailed when it is not UTF-8, and what
 *   {@link readBytes} throws
 */
export async function readRawBody(request: Request, takes: RawBodyOptions, reserve: Reserve): Promise<void> {
  if ('form' in takes) return skipBytes(request, takes.limitBytes);
  const { type, limitBytes } = takes;
  const { 'content-type': sent = '', 'content-encoding': encoding = '' } = request.headers;
  const [mediaType = ''] = sent.split(';');
  if (
    mediaType.trim().toLowerCase() !== type ||
    !['', 'identity'].includes(encoding.trim().toLowerCase()) ||
    !isReadable(sent)
  ) {
    throw new UnsupportedMediaType(`The body must be ${type} in UTF-8, uncompressed.`);
  }
  const wasIncomplete = !request.complete;
  const body = await readBytes(request, limitBytes, reserve);
  // A body may arrive slowly, and its caller may have lost their rights meanwhile.
  if (wasIncomplete) await renewPrincipal();
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
