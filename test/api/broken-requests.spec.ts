import { connect, type Socket } from 'node:net';
import type { Server } from 'node:http';
import type { Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useTestApp, useWorld } from '../support/fixtures';

const HOSTS_OF_NOBODY = ['', 'evil@a', 'a/../b', 'a b', 'a?b', 'a#b', 'a\\b', 'a,b', 'a:b', 'a:99999', '[::1'].concat([
  '1.2.3.4.5',
  'a%00',
  'ä',
]);
const OTHER_ORIGINS = ['http://evil.example', 'http://evil@a', 'http://a:8080', 'http://[', 'http://', 'ftp://a'];

describe('what is no HTTP request', () => {
  const service = useTestApp();
  const world = useWorld(service);

  it.each<[string, string, number, string]>([
    ['no HTTP at all', 'HELO example.com\r\n\r\n', 400, 'validation_failed'],
    ['a space in a header name', 'GET / HTTP/1.1\r\nHost: a\r\nX y: 1\r\n\r\n', 400, 'validation_failed'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'validation_failed',
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'validation_failed',
    ],
    ['no Host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'validation_failed'],
    [
      'two Hosts',
      'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
      400,
      'validation_failed',
    ],
    [
      'one Host twice',
      'GET /health/live HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n',
      400,
      'validation_failed',
    ],
    ['two Hosts in HTTP/1.0', 'GET /health/live HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'validation_failed'],
    ...HOSTS_OF_NOBODY.map((host): [string, string, number, string] => [
      `a Host that is none: "${host}"`,
      `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      400,
      'validation_failed',
    ]),
    ...OTHER_ORIGINS.map((origin): [string, string, number, string] => [
      `the address of another host: ${origin}`,
      `GET ${origin}/health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      400,
      'validation_failed',
    ]),
    ['endless headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ])('(%s) gets one problem document and the end of the connection', async (_what, sent, status, code) => {
    const responses = await exchange(sent);
    expect(responses).toHaveLength(1);
    const { headers, body } = responses[0]!;
    expect(responses[0]!.status).toBe(status);
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    expect(body).toMatchObject({ status, code, requestId: headers['x-request-id'] });
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    const line = await eventually('the line in the log', () =>
      service.log.find((each) => each.includes(body.requestId)),
    );
    expect(JSON.parse(line)).toMatchObject({ msg: 'request', status, route: '(none)' });
  });

  it.each([
    ['/', 'tours.example:443'],
    ['/', 'TOURS_1.example.'],
    ['/', 'xn--bcher-kva.example'],
    ['/', 'a:'],
    ['/', '10.0.0.7:3000'],
    ['/', '[::1]:3000'],
    ['http://tours.example/', 'tours.example'],
    ['HTTP://Tours.Example:80/', 'tours.example'],
    ['https://tours.example/', 'tours.example:443'],
    ['http://[::1]:3000/', '[::1]:3000'],
  ])('is not what names its host in a usual way: %s with Host %s', async (start, host) => {
    const [response] = await exchange(
      `GET ${start}health/live?a=b HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('is not what names no host, as HTTP/1.0 allows', async () => {
    for (const start of ['/', 'http://tours.example/'])
      expect((await exchange(`GET ${start}health/live HTTP/1.0\r\n\r\n`))[0]!.status).toBe(200);
  });

  it('behind a request is answered after it', async () => {
    const responses = await exchange('GET /health/ready HTTP/1.1\r\nHost: a\r\n\r\nNONSENSE\r\n\r\n');
    expect(responses.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('in the middle of a body is the response to that request', async () => {
    const responses = await exchange(
      `POST /api/tours HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${world.apiKey.key}\r\nX-Request-Id: mine\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nnonsense\r\n',
    );
    expect(responses).toMatchObject([{ status: 400, headers: { 'x-request-id': 'mine', connection: 'close' } }]);
    expect(responses[0]!.body).toMatchObject({ code: 'validation_failed', requestId: 'mine' });
  });

  it('because it does not arrive in time is 408', async () => {
    const server = service.app.getHttpServer() as Server;
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    // Node looks at its clock every 30 seconds.
    server.once('connection', (socket: Socket) => setImmediate(() => server.emit('clientError', late, socket)));
    expect(await exchange('GET / HT')).toMatchObject([{ status: 408, body: { code: 'request_timeout' } }]);
  });

  it('does no harm when the caller is gone', async () => {
    for (const sent of ['NONSENSE\r\n\r\n', 'POST /api/tours HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{']) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise<void>((resolve) => socket.write(sent, () => resolve()));
      socket.resetAndDestroy();
    }
    expect((await exchange('GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'))[0]!.status).toBe(200);
  });

  it('is not one whose caller goes before it was read: it may be sent again under its key', async () => {
    const { port, hostname } = new URL(service.url);
    const body = JSON.stringify({ name: 'Sent twice' });
    for (let time = 0; time < 10; time++) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      const fields = [`Authorization: Bearer ${world.apiKey.key}`, `Idempotency-Key: gone-${time}`, 'Host: a'];
      const head = ['POST /api/tours HTTP/1.1', ...fields, 'Content-Type: application/json'];
      socket.end([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'), () => socket.destroy());
      await new Promise((resolve) => socket.once('close', resolve));
      const again = world.key.with({ 'Idempotency-Key': `gone-${time}` });
      const response = await eventually('the end of the first', async () => {
        const response = await again.post('/api/tours', { name: 'Sent twice' });
        return response.status === 409 ? null : response;
      });
      expect(response.status).toBe(201);
    }
    expect(service.log.filter((line) => line.includes('unexpected error'))).toEqual([]);
  });

  it('never meets a connection that was closed at that moment: proxies give up theirs earlier', async () => {
    const [response] = await exchange(
      'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\nGET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    const [, seconds] = /^timeout=(\d+)$/.exec(response!.headers['keep-alive']!)!;
    expect(Number(seconds)).toBeGreaterThan(60);
  });

  it('is not what has an expectation that nobody knows', async () => {
    const [response] = await exchange(
      'GET /health/live HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
    );
    expect(response!.status).toBe(200);
  });

  /** Sends bytes as they are and reads every answer until the service ends the connection. */
  async function exchange(bytes: string): Promise<{ status: number; headers: Record<string, string>; body: Json }[]> {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    socket.write(bytes);
    await new Promise<void>((resolve, reject) => socket.once('close', () => resolve()).once('error', reject));
    const text = Buffer.concat(received).toString();
    return text
      .split(/(?=HTTP\/1\.1 \d{3} )/)
      .filter((response) => response !== '')
      .map((response) => {
        const [head, body] = response.split('\r\n\r\n') as [string, string];
        const [line, ...fields] = head.split('\r\n');
        const headers = fields.map((field) => [
          field.split(': ')[0]!.toLowerCase(),
          field.slice(field.indexOf(': ') + 2),
        ]);
        return { status: Number(line!.split(' ')[1]), headers: Object.fromEntries(headers), body: JSON.parse(body) };
      });
  }
});
