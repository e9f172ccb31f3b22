import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { Unavailable } from '../../kernel/problems';

/** The detail of a refusal that nobody receives. */
export const CLIENT_GONE = 'The client has closed the connection.';

/** A signal for long work: the client has closed the connection, and nobody waits for the answer. */
export const ClientGone = createParamDecorator((_data: unknown, execution: ExecutionContext): AbortSignal => {
  const response = execution.switchToHttp().getResponse<Response>();
  const gone = new AbortController();
  // Nobody receives it. A 503 is not kept under an Idempotency-Key, so that the request can be sent again.
  const abort = () => gone.abort(new Unavailable(CLIENT_GONE));
  if (response.destroyed) abort();
  else response.once('close', abort);
  return gone.signal;
});
