import * as fc from 'fast-check';
import {
  Conflict,
  Forbidden,
  Gone,
  MethodNotAllowed,
  NotFound,
  PayloadTooLarge,
  PreconditionFailed,
  Problem,
  TooManyRequests,
  Unauthenticated,
  Unavailable,
  UnprocessableContent,
  UnsupportedMediaType,
  ValidationFailed,
} from './problems';
import { titleOf } from './reason-phrases';

describe('a problem', () => {
  const cases: [Problem, number, string, string][] = [
    [ValidationFailed.on('name', 'required', 'name is required.'), 400, 'validation_failed', 'Bad Request'],
    [new Unauthenticated(), 401, 'unauthenticated', 'Unauthorized'],
    [new Unauthenticated('No.', 'invalid_credentials'), 401, 'invalid_credentials', 'Unauthorized'],
    [new Forbidden('No.'), 403, 'forbidden', 'Forbidden'],
    [new Forbidden('No.', 'session_required'), 403, 'session_required', 'Forbidden'],
    [new NotFound(), 404, 'not_found', 'Not Found'],
    [new MethodNotAllowed(['GET']), 405, 'method_not_allowed', 'Method Not Allowed'],
    [new Conflict('event_full', 'Full.'), 409, 'event_full', 'Conflict'],
    [new Gone('reset_gone', 'Used.'), 410, 'reset_gone', 'Gone'],
    [new PreconditionFailed(), 412, 'precondition_failed', 'Precondition Failed'],
    [new PayloadTooLarge(), 413, 'payload_too_large', 'Content Too Large'],
    [new UnsupportedMediaType('Send JSON.'), 415, 'unsupported_media_type', 'Unsupported Media Type'],
    [new UnprocessableContent('idempotency_mismatch', 'Other.'), 422, 'idempotency_mismatch', 'Unprocessable Content'],
    [new TooManyRequests(1), 429, 'rate_limited', 'Too Many Requests'],
    [new Unavailable(), 503, 'unavailable', 'Service Unavailable'],
  ];

  it.each(cases)('%s carries its status, code and title', (problem, status, code, title) => {
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({ status, code, message: problem.detail, name: problem.constructor.name });
    expect(titleOf(problem.status)).toBe(title);
  });

  it('names every wrong field once', () => {
    const problem = new ValidationFailed([
      { field: 'amount', code: 'required', message: '' },
      { field: 'name', code: 'too_long', message: '' },
      { field: 'name', code: 'not_allowed', message: '' },
    ]);
    expect(problem.detail).toBe('The request is not valid: amount, name.');
    expect(problem.errors).toHaveLength(3);
  });

  it('brings the headers that its status calls for', () => {
    expect(new Unauthenticated().headers).toEqual({ 'WWW-Authenticate': 'Bearer' });
    expect(new MethodNotAllowed(['GET', 'POST']).headers).toEqual({ Allow: 'GET, POST' });
    expect(new Unavailable().headers).toEqual({ 'Retry-After': '5' });
    expect(new NotFound().headers).toEqual({});
  });

  it('never asks to retry too early, and always after at least a second', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (seconds) => {
        const header = new TooManyRequests(seconds).headers['Retry-After'];
        expect(header).toMatch(/^[1-9]\d*$/);
        expect(Number(header)).toBeGreaterThanOrEqual(seconds);
      }),
    );
  });

  it('titles an unnamed status like its class', () => {
    expect(titleOf(499)).toBe('Bad Request');
    expect(titleOf(599)).toBe('Internal Server Error');
  });
});
