import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ArgumentsHost } from '@nestjs/common';
import { ProblemFilter } from '../../src/platform/errors/problem.filter';
import { createLoggerTo } from '../../src/platform/logging/logger';
import { startTestApp } from '../support/app';
import { registerTenant, unique } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useTenant, useTestApp } from '../support/fixtures';
import { joinAs } from '../support/members';

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** What a line of a request may have, and nothing else. */
const FIELDS = ['level', 'time', 'requestId', 'method', 'route', 'status', 'problem', 'durationMs', 'ip']
  .concat(['organizationId', 'userId', 'credential', 'impersonatorId', 'aborted'])
  .concat('msg');

const service = useTestApp();
const tenant = useTenant(service);
const anybody = () => new Client(service.url);

/** The line of the request that a response belongs to. */
async function lineOf({ headers }: Pick<Json, 'headers'>, log: readonly string[] = service.log): Promise<Json> {
  const id = headers['x-request-id'] as string;
  const line = await eventually('the line in the log', () => log.find((each) => each.includes(id)));
  return JSON.parse(line) as Json;
}

describe('the log has a line for each request, which says', () => {
  it('when it was, from where, for whom, what was asked and what came of it, in UTC', async () => {
    const response = await tenant.session.get('/api/tours?q=something').expect(200);
    expect(await lineOf(response)).toEqual({
      level: 'info',
      time: expect.stringMatching(UTC),
      requestId: response.headers['x-request-id'],
      method: 'GET',
      route: '/api/tours',
      status: 200,
      durationMs: expect.any(Number),
      ip: '127.0.0.1',
      organizationId: tenant.organization.id,
      userId: tenant.user.id,
      credential: 'session',
      msg: 'request',
    });
  });

  it('which sign-in worked and which did not, and by what', async () => {
    const { email, password } = tenant;
    const signIn = (body: Record<string, unknown>) => anybody().post('/api/auth/login', body);
    expect(await lineOf(await signIn({ email, password }).expect(200))).toMatchObject({
      route: '/api/auth/login',
      status: 200,
    });
    expect(await lineOf(await signIn({ email, password: 'wrong' }).expect(401))).toMatchObject({
      route: '/api/auth/login',
      status: 401,
      problem: 'invalid_credentials',
    });
    const factor = { challenge: 'x'.repeat(43), code: '123456' };
    expect(await lineOf(await anybody().post('/api/auth/login/factor', factor).expect(410))).toMatchObject({
      route: '/api/auth/login/factor',
      problem: 'challenge_gone',
    });
  });

  it('who was refused what, and by which control', async () => {
    const member = await joinAs(service, tenant, 'Member');
    const key = anybody().with({ Authorization: 'Bearer te_wrong' });
    const foreign = tenant.session.with({ Origin: 'https://evil.example' });
    const refusals: [Json, Json][] = [
      [await key.get('/api/tours').expect(401), { problem: 'unauthenticated' }],
      [
        await member.session.get('/api/api-keys').expect(403),
        { problem: 'forbidden', userId: member.user.id, organizationId: tenant.organization.id },
      ],
      [await tenant.key.get('/api/auth/sessions').expect(403), { problem: 'session_required', credential: 'apiKey' }],
      [await foreign.post('/api/tours', { name: 'x' }).expect(403), { problem: 'cross_site' }],
      [await tenant.session.get('/api/tours/unknown').expect(404), { problem: 'not_found', userId: tenant.user.id }],
      [await tenant.session.post('/api/tours', { nmae: 'x' }).expect(400), { problem: 'validation_failed' }],
    ];
    for (const [response, expected] of refusals)
      expect(await lineOf(response)).toMatchObject({ status: response.status, ...expected });
  });

  it('nothing that was sent: neither query, body, headers nor an unknown path', async () => {
    const secret = unique('secret');
    const name = `A tour called ${secret}`;
    const response = await tenant.session
      .with({ 'User-Agent': secret, 'X-Anything': secret, Referer: `https://a.example/${secret}` })
      .post(`/api/tours?${secret}=${secret}`, { name });
    await tenant.session.get(`/api/${secret}`).expect(404);
    await lineOf(response);
    const lines = service.log
      .filter((line) => JSON.parse(line).msg === 'request')
      .map((line) => JSON.parse(line) as Json);
    expect([...new Set(lines.flatMap((line) => Object.keys(line)))].filter((field) => !FIELDS.includes(field))).toEqual(
      [],
    );
    expect(service.log.join('')).not.toContain(secret);
  });

  it('the address of the connection, or the one that a trusted proxy names, which no caller can choose', async () => {
    const from = (url: string) =>
      new Client(url, { 'X-Forwarded-For': '198.51.100.9, 203.0.113.7', Forwarded: 'for=192.0.2.1' });
    expect(await lineOf(await from(service.url).get('/api/tours').expect(401))).toMatchObject({ ip: '127.0.0.1' });
    const behind = await startTestApp({ TRUST_PROXY: 'loopback' });
    try {
      const response = await from(behind.url).get('/api/tours').expect(401);
      expect(await lineOf(response, behind.log)).toMatchObject({ ip: '203.0.113.7' });
    } finally {
      await behind.close();
    }
  });

  it('one thing in one line, whatever is sent to make another', async () => {
    const forged = '{"level":"info","msg":"request","status":200,"forged":true}';
    for (const text of [`\n${forged}`, `\r\n${forged}`, `\u2028${forged}`, `"}\n${forged}`]) {
      const path = `/api/tours/${encodeURIComponent(text)}`;
      await tenant.session.get(path).expect(404);
      await tenant.session.get(`/api/tours?q=${encodeURIComponent(text)}`);
      await tenant.session
        .with({ 'X-Request-Id': encodeURIComponent(text) })
        .get('/api/tours')
        .expect(200);
      await tenant.session.post('/api/tours', { name: text });
    }
    await registerTenant(service.url);
    const lines = service.log.flatMap((entry) => entry.trimEnd().split('\n'));
    for (const line of lines) expect(JSON.parse(line)).not.toHaveProperty('forged');
  });
});

describe('the log of what went wrong', () => {
  it('has the cause of an error that nobody foresaw, which the response does not have', () => {
    const lines: string[] = [];
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const end = jest.spyOn(response, 'end');
    const http = { getRequest: () => ({ method: 'GET' }), getResponse: () => response };
    const logger = createLoggerTo('info', { write: (line: string) => void lines.push(line) });
    const cause = new Error('unable to verify the first certificate');
    new ProblemFilter(logger).catch(new Error('no connection', { cause }), {
      switchToHttp: () => http,
    } as unknown as ArgumentsHost);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'error',
      msg: 'unexpected error',
      err: { message: 'no connection', stack: expect.any(String), cause: { message: cause.message } },
    });
    expect(String(end.mock.calls[0]![0])).not.toMatch(/connection|certificate/);
  });
});
