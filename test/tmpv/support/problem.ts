import type { Response } from 'supertest';

/** Expects an answer to be a problem document (RFC 9457) of a status and a code. */
export function expectProblem(answer: Response, status: number, code: string): void {
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.body).toMatchObject({
    type: expect.stringMatching(/^urn:/),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    requestId: answer.headers['x-request-id'],
  });
}
