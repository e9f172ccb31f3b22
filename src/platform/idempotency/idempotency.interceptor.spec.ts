import type { ExecutionContext } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { Forbidden } from '../../kernel/problems';
import { runInContext, systemContext } from '../context/request-context';
import { IdempotencyInterceptor } from './idempotency.interceptor';

describe('a refusal of the guards', () => {
  const interceptor = new IdempotencyInterceptor(
    undefined as never,
    undefined as never,
    undefined as never,
    Buffer.alloc(32),
  );
  const pass = (request: Record<string, unknown>) =>
    runInContext(systemContext('test'), () =>
      interceptor.around(new ExecutionContextHost([request, {}]) as ExecutionContext, () => Promise.resolve('let in')),
    );

  it.each([
    ['has no key', 'POST', {}],
    ['has a key, but nobody to keep a response for', 'POST', { 'idempotency-key': 'key' }],
    ['is of a method whose responses are not kept', 'PATCH', { 'idempotency-key': 'key' }],
  ])('stands for a request that %s', (_what, method, headers) => {
    const deferredRejection = new Forbidden('Not you.');
    expect(() => pass({ method, headers, deferredRejection })).toThrow(deferredRejection);
    expect(() => pass({ method, headers })).not.toThrow();
  });
});
