import type { Response } from 'supertest';

/** Expects a response to be a problem document (RFC 9457) of a status and a code. */
export function expectProblem(response: Response, status: number, code: string): void {
  expect([response.status, response.body.code]).toEqual([status, code]);
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(response.body).toMatchObject({
    type: expect.stringMatching(new RegExp(`^http.*/api/docs/errors#${code}$`)),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    requestId: response.headers['x-request-id'],
  });
}
