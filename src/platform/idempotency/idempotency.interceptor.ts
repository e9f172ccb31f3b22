import { createHmac, hash } from 'node:crypto';
import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { callerOf } from '../../kernel/principal';
import type { ProblemCode } from '../../kernel/problem-codes';
import { Problem, UnprocessableContent, ValidationFailed, type FieldProblem } from '../../kernel/problems';
import { RouteTable, type Route } from '../routes/route-table';
import { currentOrganizationId, currentPrincipal } from '../context/request-context';
import { derivedKey } from '../encryption/derived-key';
import { ENCRYPTION_KEY } from '../encryption/encryption-key';
import { PromiseInterceptor, type Next } from '../http/promise-interceptor';
import { withSecretsNull } from '../routes/secrets-shown-once';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { IdempotencyKeys, type IdempotencyKeyId, type StoredResponse } from './idempotency-keys';
import { isKept, isKeyed } from './keyed-request';

const MAX_KEY_LENGTH = 255;

/** A 4xx that was thrown. It is stored like any response, and then thrown again. */
class StoredProblem {
  constructor(readonly problem: Problem) {}
}

/**
 * Makes a POST safe to repeat (`Idempotency-Key`). All changes of a request and its stored response are one
 * transaction: both are there or neither, whenever the process dies. It opens with the first change: until then a
 * request occupies no connection. A 4xx undoes only the changes and is stored, those of the guards included; a 5xx or
 * 429 undoes everything, so that the key can be used again. A 401 is not stored, because its caller is unknown.
 */
@Injectable()
export class IdempotencyInterceptor extends PromiseInterceptor {
  private readonly fingerprintKey: Buffer;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: IdempotencyKeys,
    private readonly routes: RouteTable,
    @Inject(ENCRYPTION_KEY) encryptionKey: Buffer,
  ) {
    super();
    this.fingerprintKey = derivedKey(encryptionKey, 'tour-events idempotency fingerprints');
  }

  around(execution: ExecutionContext, next: Next): Promise<unknown> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || !isKeyed(request)) {
      // The guards defer errors for keyed requests only. Should they ever disagree, the request fails here.
      if (request.deferredRejection !== undefined) throw request.deferredRejection;
      return next();
    }
    const route = this.routes.of(request);
    const id = {
      // A route for operators belongs to the platform, whichever organization the operator's session is in.
      organizationId: route.access.superAdmin ? null : currentOrganizationId(),
      principal: callerOf(currentPrincipal()),
      route: routeOf(request),
      key: keyInHeader(key),
    };
    return this.respondOnce(id, route, request, http.getResponse<Response>(), next);
  }

  private async respondOnce(
    id: IdempotencyKeyId,
    { operation }: Route,
    request: Request,
    response: Response,
    next: Next,
  ): Promise<unknown> {
    const fingerprint = this.fingerprintOf(id.route, request);
    const outcome = await this.keys.alone(id, async () => {
      const kept = await this.keys.find(id);
      if (kept !== null) return this.replay(kept, fingerprint, request, response);
      return this.unitOfWork.runDeferred(
        () => responseTo(request, next),
        async (proceed) => {
          // Another replica may have responded meanwhile.
          const keptSince = await this.keys.claim(id);
          if (keptSince !== null) return this.replay(keptSince, fingerprint, request, response);
          const result = await this.attempt(proceed);
          await this.keys.keep(id, fingerprint, responseOf(result, response, operation?.shownOnce ?? []));
          return result;
        },
      );
    });
    if (outcome instanceof StoredProblem) throw outcome.problem;
    return outcome;
  }

  /**
   * Identifies a request by its route, its query and its body, or by the bytes of an unreadable body. It is an HMAC
   * (with a key derived by HKDF, RFC 5869), because a body may contain a password, which could be guessed from a plain
   * hash.
   */
  private fingerprintOf(route: string, request: Request): Buffer {
    const [query = ''] = /\?.*/s.exec(request.originalUrl) ?? [];
    const fingerprint = createHmac('sha256', this.fingerprintKey).update(`${route}${query}\0`);
    if (request.body !== undefined) return fingerprint.update(JSON.stringify(request.body, inOrder)).digest();
    // A body of the wrong type, or one that is too large, has not been read at all.
    const { 'content-type': type = '', 'content-length': length = '' } = request.headers;
    return fingerprint
      .update(`${type}\0`)
      .update(request.rawBody ?? length)
      .digest();
  }

  private async attempt(work: () => Promise<unknown>): Promise<unknown> {
    try {
      return await this.unitOfWork.current.savepoint(work);
    } catch (error) {
      if (isKept(error)) return new StoredProblem(error);
      throw error;
    }
  }

  private replay(kept: StoredResponse, fingerprint: Buffer, request: Request, response: Response): unknown {
    if (!kept.fingerprint.equals(fingerprint)) {
      throw new UnprocessableContent('idempotency_mismatch', 'This Idempotency-Key was used with another request.');
    }
    // A caller who has lost access must not see an earlier response again.
    if (request.deferredRejection !== undefined && kept.status < 400)
      return new StoredProblem(request.deferredRejection);
    response.setHeader('Idempotent-Replayed', 'true');
    const text = kept.open();
    const body: unknown = text === null ? undefined : JSON.parse(text);
    if (kept.status >= 400) return new StoredProblem(new KeptProblem(kept.status, body as KeptProblemBody));
    response.statusCode = kept.status;
    return body;
  }
}

async function responseTo(request: Request, next: Next): Promise<unknown> {
  if (request.deferredRejection !== undefined) throw request.deferredRejection;
  return next();
}

interface KeptProblemBody {
  code: ProblemCode;
  detail: string;
  headers: Record<string, string>;
  errors?: FieldProblem[];
  errorsTotal?: number;
  extra?: Record<string, unknown>;
}

/** The stored error, as it was the first time. */
class KeptProblem extends Problem {
  constructor(
    readonly status: number,
    { code, detail, headers, errors, errorsTotal, extra }: KeptProblemBody,
  ) {
    super(code, detail, { headers, ...(errors && { errors, errorsTotal }), ...(extra && { extra }) });
  }
}

/**
 * The declared route with the request's ids, however its path was written: with a slash at its end, or with characters
 * of an id escaped. Hashed, because a malformed id may have any length.
 */
function routeOf({ route, params }: Request): string {
  const { path } = route as { path: string };
  return hash('sha256', JSON.stringify([path, params]), 'base64url');
}

function keyInHeader(header: string | string[]): string {
  if (
    typeof header !== 'string' ||
    header.length < 1 ||
    header.length > MAX_KEY_LENGTH ||
    /[^\x20-\x7e]/.test(header)
  ) {
    throw ValidationFailed.on(
      'Idempotency-Key',
      'invalid_format',
      `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} printable ASCII characters.`,
      { min: 1, max: MAX_KEY_LENGTH },
    );
  }
  return header;
}

/** For JSON.stringify: the members of an object in one order, whatever order they were sent in. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function responseOf(
  result: unknown,
  response: Response,
  shownOnce: readonly string[],
): { status: number; body: string | null } {
  if (result instanceof StoredProblem) {
    const { status, code, detail, headers, errors, errorsTotal, extra } = result.problem;
    const body: KeptProblemBody = { code, detail, headers, errors, errorsTotal, extra };
    return { status, body: JSON.stringify(body) };
  }
  return {
    status: response.statusCode,
    body:
      result === undefined || result === null
        ? null
        : JSON.stringify(typeof result === 'object' ? withSecretsNull(result, shownOnce) : result),
  };
}
