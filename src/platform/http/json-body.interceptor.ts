import { isUtf8 } from 'node:buffer';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { json, type Request, type Response } from 'express';
import { from, switchMap, type Observable } from 'rxjs';
import { BadRequest, PayloadTooLarge, UnsupportedMediaType, ValidationFailed } from '../../kernel/problems';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Deeper than any shape of the API, far from what could overflow a stack. */
const DEEPEST_NESTING = 32;
/** Names that JavaScript libraries treat specially; no field of the API is called so. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Marks a route that reads its body itself, for example as CSV. */
export const OwnBody = Reflector.createDecorator<true>();

/**
 * Reads the JSON body, after the guards: a caller who may not come in does not make the service parse a megabyte, and
 * a broken body is answered only to those it concerns. What it lets through is safe to store: UTF-8 without NUL
 * characters or lone surrogates (PostgreSQL has neither), and no deeper than DEEPEST_NESTING.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  private readonly parse = json({
    limit: BODY_LIMIT_BYTES,
    strict: false,
    type: () => true,
    verify: (_request, _response, body) => {
      if (!isUtf8(body)) throw new BadRequest('malformed_json', 'The body is not valid UTF-8.');
    },
  });

  constructor(private readonly reflector: Reflector) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    if (!METHODS_WITH_BODY.has(request.method) || this.reflector.get(OwnBody, execution.getHandler())) return next.handle();
    return from(this.read(request, http.getResponse<Response>())).pipe(switchMap(() => next.handle()));
  }

  private async read(request: Request, response: Response): Promise<void> {
    if (!hasBody(request)) {
      request.body = {};
      return;
    }
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
      throw new UnsupportedMediaType('The body must be application/json.');
    }
    await new Promise<void>((resolve, reject) => {
      this.parse(request, response, (error?: unknown) => (error ? reject(asProblem(error)) : resolve()));
    });
    refuseUnstorable(request.body, '', 0);
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
      throw ValidationFailed.on('body', 'wrong_type', 'The body must be a JSON object.');
    }
  }
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** What body-parser throws, as the API's own errors. */
function asProblem(error: unknown): unknown {
  switch ((error as { type?: unknown }).type) {
    case 'entity.too.large':
      return new PayloadTooLarge('The body is larger than 1 MiB.');
    case 'entity.parse.failed':
      return new BadRequest('malformed_json', 'The body is not valid JSON.');
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new UnsupportedMediaType('The body must be UTF-8, uncompressed or with a known Content-Encoding.');
    case 'request.aborted':
    case 'request.size.invalid':
      return new BadRequest('incomplete_body', 'The body ended before its announced length.');
    case 'entity.verify.failed':
      return new BadRequest('malformed_json', 'The body is not valid UTF-8.');
    default:
      // A broken compressed stream, for example.
      return (error as { status?: unknown }).status === 400 ? new BadRequest('malformed_json', 'The body can not be read.') : error;
  }
}

/**
 * @param path the field's path so far, for the error
 * @throws ValidationFailed naming the field that can't be stored
 */
function refuseUnstorable(value: unknown, path: string, depth: number): void {
  if (typeof value === 'string') {
    const refusal = unstorable(value);
    if (refusal) throw ValidationFailed.on(path || 'body', 'invalid_characters', `${path || 'body'} ${refusal}`);
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= DEEPEST_NESTING) throw ValidationFailed.on(path, 'too_deep', `The body must not nest deeper than ${DEEPEST_NESTING} levels.`);
    for (const name of Object.keys(value)) {
      const field = path === '' ? name : `${path}.${name}`;
      if (FORBIDDEN_NAMES.has(name)) throw ValidationFailed.on(field, 'unknown_field', `${field} is not a known field.`);
      refuseUnstorable(name, field, depth + 1);
      refuseUnstorable((value as Record<string, unknown>)[name], field, depth + 1);
    }
  }
}

/** Why a text can't be stored as it is, or null when it can. */
export function unstorable(text: string): string | null {
  if (text.includes('\0')) return 'must not contain NUL characters.';
  return text.isWellFormed() ? null : 'must be well-formed Unicode.';
}
