import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ArgumentsHost } from '@nestjs/common';
import { pino } from 'pino';
import * as problems from '../../src/kernel/problems';
import { titleOf } from '../../src/kernel/reason-phrases';
import { ProblemFilter } from '../../src/platform/errors/problem.filter';

/** One of every kind of problem, and the status it is documented with. */
const DOCUMENTED: Record<string, [problems.Problem, number]> = {
  ValidationFailed: [problems.ValidationFailed.on('name', 'required', 'name is required.'), 400],
  Unauthenticated: [new problems.Unauthenticated(), 401],
  Forbidden: [new problems.Forbidden('No.'), 403],
  NotFound: [new problems.NotFound(), 404],
  MethodNotAllowed: [new problems.MethodNotAllowed(['GET']), 405],
  NotAcceptable: [new problems.NotAcceptable('text/event-stream'), 406],
  Conflict: [new problems.Conflict('event_full', 'Full.'), 409],
  Gone: [new problems.Gone('invitation_gone', 'Gone.'), 410],
  PreconditionFailed: [new problems.PreconditionFailed(), 412],
  PayloadTooLarge: [new problems.PayloadTooLarge(), 413],
  UnsupportedMediaType: [new problems.UnsupportedMediaType('JSON only.'), 415],
  UnprocessableContent: [new problems.UnprocessableContent('idempotency_mismatch', 'Another request.'), 422],
  TooManyRequests: [new problems.TooManyRequests(3), 429],
  Unavailable: [new problems.Unavailable(), 503],
};

describe('every kind of problem', () => {
  const kinds = Object.values(problems).filter(
    (value) => typeof value === 'function' && value.prototype instanceof problems.Problem,
  );

  it('is documented with a status here', () => {
    expect(kinds.map((kind) => kind.name).sort()).toEqual(Object.keys(DOCUMENTED).sort());
  });

  it.each(Object.entries(DOCUMENTED))(
    '%s has its status in the response, as a problem document',
    (_name, [problem, status]) => {
      const reply = responseTo(problem);
      expect(reply.status).toBe(status);
      const own = Object.entries(problem.headers).map(([name, value]) => [name.toLowerCase(), value]);
      expect(reply.headers).toEqual({
        'content-type': 'application/problem+json; charset=utf-8',
        'content-length': expect.any(Number),
        ...Object.fromEntries(own),
      });
      expect(reply.body).toMatchObject({
        status,
        code: problem.code,
        detail: problem.detail,
        title: titleOf(status),
      });
    },
  );

  it('that nobody foresaw is a 500 that says nothing of its cause', () => {
    const { status, body } = responseTo(new TypeError('SELECT password FROM users'));
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('SELECT');
  });
});

function responseTo(error: unknown): { status: number; headers: Record<string, unknown>; body: unknown } {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  // As if it had failed after its response had been set.
  response.setHeader('ETag', '"of what was asked for"').setHeader('Cache-Control', 'private, no-cache');
  const end = jest.spyOn(response, 'end');
  const http = { getRequest: () => ({ method: 'GET' }), getResponse: () => response };
  new ProblemFilter(pino({ level: 'silent' })).catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return {
    status: response.statusCode,
    headers: response.getHeaders(),
    body: JSON.parse(String(end.mock.calls[0]![0])),
  };
}
