import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { Unavailable } from '../../kernel/problems';

/** The detail of an error that the client does not receive. */
export const CLIENT_GONE = 'The client has closed the connection.';

/** A signal for long work: the client has closed the connection and does not wait for the response. */
export const ClientGone = createParamDecorator((_data: unknown, execution: ExecutionContext): AbortSignal => {
  const response = execution.switchToHttp().getResponse<Response>();
  const gone = new AbortController();
  // The client does not receive it. A 503 is not stored under an Idempotency-Key, so that the request can be repeated.
  const abort = () => gone.abort(new Unavailable(CLIENT_GONE));
  if (response.destroyed) abort();
  else response.once('close', abort);
  return gone.signal;
});
