import { createHash } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { defer, from, lastValueFrom, type Observable } from 'rxjs';
import { callerOf, type Principal } from '../../kernel/principal';
import { Conflict, Problem, TooManyRequests, UnprocessableContent, ValidationFailed } from '../../kernel/problems';
import { currentContext } from '../context/request-context';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { IdempotencyKeys, type KeptAnswer } from './idempotency-keys';

const LONGEST_KEY = 255;
/** Fields that an answer shows once; a replay must not show them again. */
const SECRETS_SHOWN_ONCE = ['secret', 'key'];

/** A 4xx that was thrown: kept like any answer, and thrown again once it is. */
class Refused {
  constructor(readonly problem: Problem) {}
}

/**
 * Makes a POST safe to repeat (`Idempotency-Key`). The whole request runs in one transaction together with the record
 * of its answer: either both are there or neither, whenever the process dies. A refusal (4xx) undoes only the work and
 * is kept too; a 5xx or 429 undoes all, so that the key can be used again.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: IdempotencyKeys,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    const key = request.headers['idempotency-key'];
    const { principal } = currentContext();
    if (key === undefined || request.method !== 'POST' || principal === null) return next.handle();
    return from(this.answerOnce(keyOf(key), principal, request, http.getResponse<Response>(), next));
  }

  private async answerOnce(
    key: string,
    principal: Principal,
    request: Request,
    response: Response,
    next: CallHandler,
  ): Promise<unknown> {
    const id = { principal: callerOf(principal), route: request.path, key };
    const fingerprint = createHash('sha256')
      .update(request.originalUrl)
      .update('\0')
      .update(JSON.stringify(request.body ?? null, inOrder))
      .digest();
    const outcome = await this.unitOfWork.run(async () => {
      if (!(await this.keys.claim(id))) {
        throw new Conflict('idempotency_in_progress', 'A request with this Idempotency-Key is still being answered.');
      }
      const kept = await this.keys.find(id);
      if (kept !== null) return this.replay(kept, fingerprint, response);
      const result = await this.attempt(next);
      await this.keys.keep(id, fingerprint, answerOf(result, response));
      return result;
    });
    if (outcome instanceof Refused) throw outcome.problem;
    return outcome;
  }

  private async attempt(next: CallHandler): Promise<unknown> {
    try {
      return await this.unitOfWork.current.savepoint(() =>
        lastValueFrom(
          defer(() => next.handle()),
          { defaultValue: undefined },
        ),
      );
    } catch (error) {
      if (error instanceof Problem && error.status < 500 && !(error instanceof TooManyRequests))
        return new Refused(error);
      throw error;
    }
  }

  private replay(kept: KeptAnswer, fingerprint: Buffer, response: Response): unknown {
    if (!kept.fingerprint.equals(fingerprint)) {
      throw new UnprocessableContent('idempotency_mismatch', 'This Idempotency-Key was used with another request.');
    }
    response.setHeader('Idempotent-Replayed', 'true');
    const body: unknown = kept.body === null ? undefined : JSON.parse(kept.body);
    if (kept.status >= 400) return new Refused(new KeptProblem(kept.status, body as KeptProblemBody));
    response.statusCode = kept.status;
    return body;
  }
}

interface KeptProblemBody {
  code: string;
  detail: string;
  headers: Record<string, string>;
  errors?: ConstructorParameters<typeof ValidationFailed>[0];
}

/** A refusal as it was given the first time. */
class KeptProblem extends Problem {
  constructor(
    readonly status: number,
    { code, detail, headers, errors }: KeptProblemBody,
  ) {
    super(code, detail, { headers, ...(errors && { extra: { errors } }) });
  }
}

function keyOf(header: string | string[]): string {
  if (typeof header !== 'string' || header.length < 1 || header.length > LONGEST_KEY || /[^\x20-\x7e]/.test(header)) {
    throw ValidationFailed.on(
      'Idempotency-Key',
      'invalid_format',
      `Idempotency-Key must have 1 to ${LONGEST_KEY} printable ASCII characters.`,
    );
  }
  return header;
}

/** For JSON.stringify: the members of an object in one order, whatever order they were sent in. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function answerOf(result: unknown, response: Response): { status: number; body: string | null } {
  if (result instanceof Refused) {
    const { status, code, detail, headers } = result.problem;
    const errors = result.problem instanceof ValidationFailed ? result.problem.errors : undefined;
    return { status, body: JSON.stringify({ code, detail, headers, errors } satisfies KeptProblemBody) };
  }
  return {
    status: response.statusCode,
    body: result === undefined || result === null ? null : JSON.stringify(withoutSecrets(result)),
  };
}

function withoutSecrets(result: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result;
  const shown = { ...result } as Record<string, unknown>;
  for (const name of SECRETS_SHOWN_ONCE) if (typeof shown[name] === 'string') shown[name] = null;
  return shown;
}
