import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfiguration } from '../config/configuration';
import { eventually } from '../../../test/support/eventually';
import type { HostResolver } from './host-resolver';
import { OutboundHttp } from './outbound-http.service';
import { UncallableUrl, type OutboundPost, type Outcome } from './outbound-post';

/** Of receiver.test, signed by itself; for these tests only. */
const TLS_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMCUbjP9YpGAG4q7a
wF9HV8+LaMGKELjKOOPQrO6jKPmhRANCAAS00kNp2goZLfUgmk4rwbvtymUiEu3L
0EXSap2boyXlnrzbdrlpYU8avp3lS3D+K/PgCgG1mbnJYGJq7Urhlw1h
-----END PRIVATE KEY-----`;
const TLS_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBojCCAUegAwIBAgIUavlOvhUiQX1L3eWyy2giXrdo9FUwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDAgFw0yNjExMjExMjI1MjZaGA8yMTI2
MTAyODEyMjUyNlowGDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABLTSQ2naChkt9SCaTivBu+3KZSIS7cvQRdJqnZujJeWe
vNt2uWlhTxq+neVLcP4r8+AKAbWZuclgYmrtSuGXDWGjbTBrMB0GA1UdDgQWBBSK
IEhqgUKkgaB1chKQ8W6bpWTP6zAfBgNVHSMEGDAWgBSKIEhqgUKkgaB1chKQ8W6b
pWTP6zAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDXJlY2VpdmVyLnRlc3Qw
CgYIKoZIzj0EAwIDSQAwRgIhAOR9ECKKyMhY2LDiOpuEcmxXErhGYsymG6cDOrv1
RoH5AiEA6GVIq47Gv+4yGkuROOqQGLR0k4GDEG2Ma6hyIeZg8VU=
-----END CERTIFICATE-----`;

const BODY = Buffer.from('{"naïve":"✓ 😀"}');

/** Names that these tests have made up. */
class Names implements HostResolver {
  readonly addresses = new Map<string, readonly string[] | 'silent'>();
  readonly asked: string[] = [];

  async resolve(name: string): Promise<readonly string[]> {
    this.asked.push(name);
    const addresses = this.addresses.get(name) ?? [];
    return addresses === 'silent' ? new Promise<never>(() => {}) : addresses;
  }
}

describe('outbound HTTP', () => {
  const names = new Names();
  const open: { servers: Set<Server>; services: Set<OutboundHttp> } = { servers: new Set(), services: new Set() };

  function service(env: NodeJS.ProcessEnv = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }): OutboundHttp {
    const http = new OutboundHttp(readConfiguration(env), names);
    open.services.add(http);
    return http;
  }

  async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
    open.servers.add(server);
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
    server.on('close', () => sockets.forEach((socket) => socket.destroy()));
    await new Promise<void>((listening) => server.listen(0, host, listening));
    return (server.address() as AddressInfo).port;
  }

  /** Answers HTTP. */
  function receiver(answer: RequestListener): Promise<number> {
    return listen(createHttpServer(answer));
  }

  /** Answers with bytes, once it has read the whole request. */
  function rawReceiver(answer: (socket: Socket) => void): Promise<number> {
    return listen(
      createTcpServer((socket) => {
        let read = Buffer.alloc(0);
        socket.on('data', (chunk) => {
          read = Buffer.concat([read, chunk]);
          if (!read.includes(BODY)) return;
          read = Buffer.alloc(0);
          answer(socket);
        });
      }),
    );
  }

  function post(url: string | number, overrides: Partial<OutboundPost> = {}, http = shared): Promise<Outcome> {
    return http.post({
      url: typeof url === 'number' ? `http://127.0.0.1:${url}/hook` : url,
      headers: { 'Content-Type': 'application/json' },
      body: BODY,
      timeoutMs: 10_000,
      ...overrides,
    });
  }

  let shared: OutboundHttp;

  beforeAll(() => {
    shared = service();
  });

  afterEach(() => {
    for (const server of open.servers) server.close().emit('close');
    open.servers.clear();
    names.addresses.clear();
    names.asked.length = 0;
  });

  afterAll(() => {
    for (const http of open.services) http.close();
  });

  const refusalOf = (url: string, http = shared): Promise<string | null> =>
    http.requireCallable(url).then(
      () => null,
      (error: unknown) => (error instanceof UncallableUrl ? error.code : String(error)),
    );

  describe('a URL that somebody wants to register', () => {
    const strict = () => service({});

    it.each([
      'http://127.0.0.1/',
      'http://127.0.0.1:8080/hook',
      'http://127.1/',
      'http://2130706433/',
      'http://0177.0.0.1/',
      'http://0x7f.0.0.1/',
      'http://0x7f000001/',
      'http://017700000001/',
      'http://127.0.0.1./',
      'http://%31%32%37.0.0.1/',
      'http://１２７.０.０.１/',
      'http://127。0。0。1/',
      'http://0/',
      'http://0.0.0.0/',
      'http://10.0.0.1/',
      'http://172.16.0.1/',
      'http://192.168.1.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://100.64.0.1/',
      'http://198.18.0.1/',
      'http://224.0.0.1/',
      'http://255.255.255.255/',
      'http://[::]/',
      'http://[::1]/',
      'http://[0:0:0:0:0:0:0:1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[::127.0.0.1]/',
      'http://[64:ff9b::7f00:1]/',
      'http://[2002:7f00:1::]/',
      'http://[2001:0:1::1]/',
      'http://[fd00::1]/',
      'http://[fe80::1]/',
      'http://[fec0::1]/',
      'http://[ff02::1]/',
      'http://localhost/',
      'http://LOCALHOST./',
      'http://any.localhost/',
    ])('is refused for its address: %s', async (url) => {
      expect(await refusalOf(url, strict())).toBe('address_refused');
      expect(await post(url, {}, strict())).toMatchObject({ error: 'address_refused', status: null, succeeded: false });
      expect(names.asked).toEqual([]);
    });

    it.each([
      '',
      'nonsense',
      '/hook',
      '//example.com/hook',
      'ftp://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'http:example.com',
      'http:\\\\example.com',
      'http://',
      'http://exa mple.com/',
      'http://example.com/a b',
      ' http://example.com/',
      'http://example.com/\n',
      'ht\ntp://example.com/',
      'http://example.com\\@127.0.0.1/',
      'http://user@example.com/',
      'http://user:password@example.com/',
      'http://:password@example.com/',
      'http://example.com/#part',
      'http://example.com/#',
      'http://example.com:0/',
      'http://example.com:65536/',
      'http://[fe80::1%25eth0]/',
      'http://[::1/',
      'http://1.2.3.4.5/',
      'http://256.1.1.1/',
      'http://exa%00mple.com/',
      `http://example.com/${'a'.repeat(2_048)}`,
    ])('is refused as no URL that is called: %j', async (url) => {
      names.addresses.set('example.com', ['93.184.216.34']);
      expect(await refusalOf(url)).toBe('url_invalid');
      expect(await post(url)).toMatchObject({ error: 'invalid_url', status: null, responseBody: null });
    });

    it('is taken with a name or an address of the public internet', async () => {
      names.addresses.set('hooks.example.com', ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']);
      names.addresses.set('xn--mnchen-3ya.example', ['93.184.216.34']);
      for (const url of [
        'https://hooks.example.com/te?key=1',
        'http://HOOKS.example.com:8080',
        'https://8.8.8.8/',
        'https://[2606:4700:4700::1111]:8443/hook',
        'https://münchen.example/',
      ]) {
        expect([url, await refusalOf(url, strict())]).toEqual([url, null]);
      }
    });

    it('is refused when its name is not found', async () => {
      names.addresses.set('empty.example.com', []);
      expect(await refusalOf('https://empty.example.com/')).toBe('host_unresolvable');
      expect(await post('https://empty.example.com/')).toMatchObject({ error: 'dns_failed', status: null });
    });

    it('is refused when its name is not found in time', async () => {
      names.addresses.set('silent.example.com', 'silent');
      expect(await refusalOf('https://silent.example.com/')).toBe('host_unresolvable');
    });

    it.each([
      [['93.184.216.34', '127.0.0.1']],
      [['10.0.0.1', '93.184.216.34']],
      [['93.184.216.34', '::ffff:10.0.0.1']],
      [['fe80::1%eth0']],
    ])('is refused when one of its addresses is special: %j', async (addresses) => {
      names.addresses.set('mixed.example.com', addresses);
      expect(await refusalOf('https://mixed.example.com/', strict())).toBe('address_refused');
      expect(await post('https://mixed.example.com/', {}, strict())).toMatchObject({ error: 'address_refused' });
    });

    it('must have https in production', async () => {
      const production = service({ NODE_ENV: 'production', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') });
      expect(await refusalOf('http://8.8.8.8/', production)).toBe('https_required');
      expect(await refusalOf('https://8.8.8.8/', production)).toBeNull();
      expect(await post('http://8.8.8.8/', {}, production)).toMatchObject({ error: 'invalid_url' });
    });

    it('may be of the own machine where the operator allows that', async () => {
      expect(await refusalOf('http://127.0.0.1:1/')).toBeNull();
      expect(await refusalOf('http://[::ffff:127.0.0.1]:1/')).toBeNull();
      expect(await refusalOf('http://localhost:1/')).toBeNull();
      expect(await refusalOf('http://[::1]:1/')).toBe('address_refused');
      expect(await refusalOf('http://10.0.0.1/')).toBe('address_refused');
    });

    it('is refused without naming the address that was found', async () => {
      names.addresses.set('inside.example.com', ['10.11.12.13']);
      const message = await strict()
        .requireCallable('https://inside.example.com/')
        .catch((error: Error) => error.message);
      expect(message).toBe('The host of the URL is at an address that may not be called.');
    });
  });

  describe('a request', () => {
    it('is sent as it is, and its answer is told', async () => {
      const seen: { request: IncomingMessage; body: Buffer }[] = [];
      const port = await receiver((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          seen.push({ request, body: Buffer.concat(chunks) });
          response.writeHead(202, { 'X-Answer': 'yes' }).end('taken');
        });
      });
      const outcome = await post(`http://127.0.0.1:${port}/hook/é?a=1&b=%20`, {
        headers: { 'X-TE-Event': 'event.created' },
      });
      expect(outcome).toEqual({
        status: 202,
        error: null,
        responseBody: 'taken',
        durationMs: expect.any(Number),
        succeeded: true,
      });
      expect(seen[0]!.body.equals(BODY)).toBe(true);
      expect(seen[0]!.request).toMatchObject({ method: 'POST', url: '/hook/%C3%A9?a=1&b=%20', httpVersion: '1.1' });
      expect(seen[0]!.request.headers).toEqual({
        host: `127.0.0.1:${port}`,
        connection: 'keep-alive',
        'x-te-event': 'event.created',
        'content-length': String(BODY.length),
      });
    });

    it('that could not be a request is a mistake of the caller', async () => {
      await expect(post(1, { headers: { 'X-TE-Event': 'a\r\nb' } })).rejects.toThrow('invalid X-TE-Event header');
    });

    it.each([200, 201, 204, 299])('succeeds with %d', async (status) => {
      const port = await receiver((_, response) => response.writeHead(status).end());
      expect(await post(port)).toMatchObject({ status, error: null, responseBody: '', succeeded: true });
    });

    it.each([300, 304, 400, 404, 410, 429, 500, 503])('does not succeed with %d', async (status) => {
      const port = await receiver((_, response) => response.writeHead(status).end());
      expect(await post(port)).toMatchObject({ status, error: null, responseBody: '', succeeded: false });
    });

    it.each([301, 302, 303, 307, 308])('does not follow a redirect with %d', async (status) => {
      const paths: string[] = [];
      const port = await receiver((request, response) => {
        paths.push(request.url!);
        response.writeHead(status, { Location: '/elsewhere' }).end('moved');
      });
      expect(await post(port)).toMatchObject({ status, error: null, responseBody: 'moved', succeeded: false });
      expect(paths).toEqual(['/hook']);
    });

    it('takes interim answers for what they are, and not without end', async () => {
      const some = await rawReceiver((socket) => {
        socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n');
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
      expect(await post(some)).toMatchObject({ status: 200, responseBody: 'ok', succeeded: true });
      const endless = await rawReceiver((socket) => socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)));
      expect(await post(endless)).toMatchObject({ status: null, error: 'invalid_response', succeeded: false });
    });

    it('does not switch protocols', async () => {
      const port = await rawReceiver((socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
      );
      expect(await post(port)).toMatchObject({ status: null, error: 'invalid_response', succeeded: false });
    });
  });

  describe('the body of an answer', () => {
    it('is kept as text: its first KiB, without what PostgreSQL can not store', async () => {
      let answer: Buffer;
      const port = await receiver((_, response) => response.end(answer));
      const textOf = async (bytes: Buffer) => {
        answer = bytes;
        return (await post(port)).responseBody;
      };
      expect(await textOf(Buffer.from('Grüße ✓'))).toBe('Grüße ✓');
      expect(await textOf(Buffer.from('a\0b'))).toBe('a\uFFFDb');
      expect(await textOf(Buffer.from([0x61, 0xff, 0xc3, 0x62]))).toBe('a\uFFFD\uFFFDb');
      expect(await textOf(Buffer.from('x'.repeat(1_024)))).toBe('x'.repeat(1_024));
      expect(await textOf(Buffer.from('x'.repeat(5_000)))).toBe('x'.repeat(1_024));
      expect(await textOf(Buffer.from(`${'x'.repeat(1_022)}✓${'x'.repeat(100)}`))).toBe('x'.repeat(1_022));
      expect(await textOf(Buffer.from(`${'x'.repeat(1_022)}✓`))).toBe('x'.repeat(1_022));
      expect(await textOf(Buffer.from([0xff, ...Buffer.from('x'.repeat(1_023))]))).toBe(`\uFFFD${'x'.repeat(1_023)}`);
    });

    it('is read up to 16 KiB, then the connection is closed, and that is a success', async () => {
      let written = 0;
      let closed = false;
      const port = await receiver((_, response) => {
        response.on('close', () => (closed = true));
        const write = () => {
          while (!response.destroyed && written < 10_000_000) {
            written += 10_000;
            if (!response.write('x'.repeat(10_000))) return void response.once('drain', write);
          }
          if (!response.destroyed) response.end();
        };
        write();
      });
      expect(await post(port)).toMatchObject({
        status: 200,
        error: null,
        responseBody: 'x'.repeat(1_024),
        succeeded: true,
      });
      await eventually('the connection is closed', () => closed);
      expect(written).toBeLessThan(10_000_000);
    });

    it('that never ends is a success once 16 KiB came in time', async () => {
      const port = await receiver((_, response) => void response.write('x'.repeat(16 * 1024)));
      expect(await post(port)).toMatchObject({ status: 200, error: null, succeeded: true });
    });

    it('is not unpacked', async () => {
      const port = await receiver((_, response) =>
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('not gzip at all'),
      );
      expect(await post(port)).toMatchObject({ error: null, responseBody: 'not gzip at all', succeeded: true });
    });

    it.each([
      ['shorter than it says', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', 'short'],
      ['chunked, without its end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n', 'short'],
      ['in the midst of a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nshort', 'short'],
      ['without a byte', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n', ''],
    ])('that breaks off is a failure: %s', async (_, answer, responseBody) => {
      const ending = await rawReceiver((socket) => socket.end(answer));
      expect(await post(ending)).toMatchObject({
        status: 200,
        error: 'body_broken_off',
        responseBody,
        succeeded: false,
      });
      const resetting = await rawReceiver((socket) =>
        socket.write(answer, () => setTimeout(() => socket.resetAndDestroy(), 20)),
      );
      expect(await post(resetting)).toMatchObject({ status: 200, error: 'body_broken_off', succeeded: false });
    });

    it('without a length ends with the connection, unless that breaks', async () => {
      const head = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nsome';
      const ending = await rawReceiver((socket) => socket.end(head));
      expect(await post(ending)).toMatchObject({ error: null, responseBody: 'some', succeeded: true });
      const resetting = await rawReceiver((socket) =>
        socket.write(head, () => setTimeout(() => socket.resetAndDestroy(), 20)),
      );
      expect(await post(resetting)).toMatchObject({ error: 'body_broken_off', responseBody: 'some', succeeded: false });
    });

    it('that is longer than it says is cut there, and its connection is not used again', async () => {
      let connections = 0;
      const port = await rawReceiver((socket) => {
        connections++;
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok, and HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n',
        );
      });
      expect((await post(port)).status).toBe(200);
      expect((await post(port)).status).toBe(200);
      expect(connections).toBe(2);
    });
  });

  describe('a receiver that takes its time', () => {
    it.each<[string, (socket: Socket) => void, Partial<Outcome>]>([
      ['says nothing', () => {}, { status: null, responseBody: null }],
      [
        'stops in its headers',
        (socket) => socket.write('HTTP/1.1 200 OK\r\nX-Wait'),
        { status: null, responseBody: null },
      ],
      [
        'stops in its body',
        (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab'),
        { status: 200, responseBody: 'ab' },
      ],
    ])('and %s has the time-out, no more', async (_, answer, expected) => {
      let closed = false;
      const port = await rawReceiver((socket) => {
        socket.on('close', () => (closed = true));
        answer(socket);
      });
      const startedAt = performance.now();
      const outcome = await post(port, { timeoutMs: 300 });
      expect(outcome).toMatchObject({ ...expected, error: 'timeout', succeeded: false });
      expect(outcome.durationMs).toBeGreaterThanOrEqual(295);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      await eventually('the connection is closed', () => closed);
    });

    it('and drips has the time-out, no more', async () => {
      const drip = (socket: Socket, byte: string) => {
        const timer = setInterval(() => socket.write(byte), 20);
        socket.on('close', () => clearInterval(timer));
      };
      const body = await rawReceiver((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n');
        drip(socket, 'x');
      });
      expect(await post(body, { timeoutMs: 300 })).toMatchObject({ status: 200, error: 'timeout', succeeded: false });
      const headers = await rawReceiver((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
        drip(socket, 'x');
      });
      expect(await post(headers, { timeoutMs: 300 })).toMatchObject({
        status: null,
        error: 'timeout',
        succeeded: false,
      });
    });

    it('and does not even read', async () => {
      const port = await listen(createTcpServer({ pauseOnConnect: true }));
      const outcome = await post(port, { timeoutMs: 300, body: Buffer.alloc(30_000_000, 'x') });
      expect(outcome).toMatchObject({ status: null, error: 'timeout', succeeded: false });
    });

    it('before TLS has begun has the time-out, no more, and its connection is closed', async () => {
      let closed = false;
      const server = createTcpServer((socket) => socket.resume().on('close', () => (closed = true)));
      const port = await listen(server);
      expect(await post(`https://127.0.0.1:${port}/`, { timeoutMs: 300 })).toMatchObject({
        status: null,
        error: 'timeout',
      });
      await eventually('the connection is closed', () => closed);
    });

    it('or whose name does, has the time-out, no more', async () => {
      names.addresses.set('silent.example.com', 'silent');
      expect(await post('http://silent.example.com/', { timeoutMs: 200 })).toMatchObject({
        status: null,
        error: 'timeout',
      });
    });
  });

  describe('what is no answer', () => {
    it('nobody listens', async () => {
      const port = await receiver(() => {});
      for (const server of open.servers) await new Promise((closed) => server.close(closed));
      expect(await post(port)).toMatchObject({ status: null, error: 'connection_refused', responseBody: null });
    });

    it.each<[string, (socket: Socket) => void]>([
      ['closes', (socket) => socket.end()],
      ['resets', (socket) => socket.resetAndDestroy()],
    ])('the receiver %s the connection', async (_, answer) => {
      const port = await rawReceiver(answer);
      expect(await post(port)).toMatchObject({ status: null, error: 'connection_reset', succeeded: false });
    });

    it.each([
      ['not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
      ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['a status that is none', 'HTTP/1.1 abc OK\r\n\r\n'],
      ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'],
      ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nabc'],
    ])('the answer is %s', async (_, answer) => {
      const port = await rawReceiver((socket) => socket.write(answer));
      expect(await post(port)).toMatchObject({ status: null, error: 'invalid_response', succeeded: false });
    });

    it('the headers are too large', async () => {
      const large = await rawReceiver((socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`));
      expect(await post(large)).toMatchObject({ status: null, error: 'headers_too_large', succeeded: false });
      const many = await rawReceiver((socket) => socket.write(`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(100_000)}\r\n`));
      expect(await post(many)).toMatchObject({ status: null, error: 'headers_too_large', succeeded: false });
    });

    it('the trailers are too large', async () => {
      const port = await rawReceiver((socket) =>
        socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
      );
      expect(await post(port)).toMatchObject({ status: 200, error: 'headers_too_large', succeeded: false });
    });

    it('the certificate is not to be trusted', async () => {
      const hellos: { servername: string; protocols: string[] }[] = [];
      const server = createTlsServer({
        key: TLS_KEY,
        cert: TLS_CERTIFICATE,
        ALPNCallback: (hello) => {
          hellos.push(hello);
          return 'http/1.1';
        },
      });
      server.on('tlsClientError', () => {});
      const port = await listen(server);
      names.addresses.set('receiver.test', ['127.0.0.1']);
      names.addresses.set('receiver.test.', ['127.0.0.1']);
      for (const host of ['receiver.test', 'receiver.test.', '127.0.0.1']) {
        expect(await post(`https://${host}:${port}/`)).toMatchObject({
          status: null,
          error: 'tls_failed',
          succeeded: false,
        });
      }
      const protocols = ['http/1.1'];
      expect(hellos).toEqual([
        { servername: 'receiver.test', protocols },
        { servername: 'receiver.test', protocols },
        { servername: false, protocols },
      ]);
    });

    it('the receiver speaks HTTP where TLS is wanted', async () => {
      const port = await receiver((_, response) => response.end());
      expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({
        status: null,
        error: 'tls_failed',
        succeeded: false,
      });
    });
  });

  describe('a name', () => {
    it('is what the request says, and the checked address is what it goes to', async () => {
      const hosts: string[] = [];
      const port = await receiver((request, response) => {
        hosts.push(request.headers.host!);
        response.end();
      });
      names.addresses.set('hooks.example.com', ['127.0.0.1']);
      expect(await post(`http://hooks.example.com:${port}/`)).toMatchObject({ status: 200, succeeded: true });
      expect(hosts).toEqual([`hooks.example.com:${port}`]);
    });

    it('is called at another of its addresses when nobody listens at the first', async () => {
      const port = await receiver((_, response) => response.end());
      names.addresses.set('hooks.example.com', ['127.0.0.2', '127.0.0.1']);
      expect(await post(`http://hooks.example.com:${port}/`)).toMatchObject({ status: 200, succeeded: true });
      names.addresses.set('hooks.example.com', ['127.0.0.2', '127.0.0.3']);
      expect(await post(`http://hooks.example.com:${port}/`)).toMatchObject({
        status: null,
        error: 'connection_refused',
      });
    });

    it('is looked up once for each attempt, and refused once it means an address that is, kept connection or not', async () => {
      let requests = 0;
      const port = await receiver((_, response) => {
        requests++;
        response.end();
      });
      const url = `http://rebound.example.com:${port}/`;
      names.addresses.set('rebound.example.com', ['127.0.0.1']);
      expect((await post(url)).succeeded).toBe(true);
      expect((await post(url)).succeeded).toBe(true);
      for (const addresses of [['10.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['::1']]) {
        names.addresses.set('rebound.example.com', addresses);
        expect(await post(url)).toMatchObject({ status: null, error: 'address_refused', succeeded: false });
      }
      expect(requests).toBe(2);
      expect(names.asked).toHaveLength(5);
    });

    it('is called at its new address when it has another one', async () => {
      const seen: string[] = [];
      const server = createHttpServer((request, response) => {
        seen.push(request.socket.localAddress!);
        response.end();
      });
      const port = await listen(server, '0.0.0.0');
      const url = `http://moving.example.com:${port}/`;
      for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.1']) {
        names.addresses.set('moving.example.com', [address]);
        expect((await post(url)).succeeded).toBe(true);
      }
      expect(seen).toEqual(['127.0.0.1', '127.0.0.2', '127.0.0.1']);
    });

    it("of the own machine is nobody else's to give", async () => {
      const port = await receiver((_, response) => response.end());
      names.addresses.set('localhost', ['10.0.0.1']);
      expect(await post(`http://localhost:${port}/`)).toMatchObject({ status: 200, succeeded: true });
    });
  });

  describe('connections', () => {
    it('are kept for the next request, and lent to one at a time', async () => {
      const ports = new Set<number>();
      const waiting: (() => void)[] = [];
      const port = await receiver((request, response) => {
        ports.add(request.socket.remotePort!);
        waiting.push(() => response.end());
      });
      const answerAll = async (count: number) => {
        await eventually('all have arrived', () => waiting.length === count);
        for (const answer of waiting.splice(0)) answer();
      };
      for (let round = 0; round < 5; round++) {
        const [outcome] = await Promise.all([post(port), answerAll(1)]);
        expect(outcome.succeeded).toBe(true);
      }
      expect(ports.size).toBe(1);
      for (let round = 0; round < 3; round++) {
        const [outcomes] = await Promise.all([
          Promise.all(Array.from({ length: 20 }, () => post(port))),
          answerAll(20),
        ]);
        expect(outcomes.every((outcome) => outcome.succeeded)).toBe(true);
      }
      expect(ports.size).toBe(20);
    });

    it('that the receiver closed are replaced, and no request is lost', async () => {
      const ports = new Set<number>();
      const closed: Promise<unknown>[] = [];
      const port = await receiver((request, response) => {
        ports.add(request.socket.remotePort!);
        closed.push(new Promise((resolve) => request.socket.on('close', resolve)));
        response.end(() => request.socket.end());
      });
      for (let round = 1; round <= 10; round++) {
        expect((await post(port)).succeeded).toBe(true);
        expect(ports.size).toBe(round);
        await Promise.all(closed);
      }
    });

    it('that the receiver wants closed are closed', async () => {
      const ports = new Set<number>();
      const port = await receiver((request, response) => {
        ports.add(request.socket.remotePort!);
        response.writeHead(200, { Connection: 'close' }).end();
      });
      for (let round = 0; round < 3; round++) expect((await post(port)).succeeded).toBe(true);
      expect(ports.size).toBe(3);
    });

    it('are not kept for ever by many hosts', async () => {
      let openNow = 0;
      const server = createHttpServer((_, response) => response.end());
      server.keepAliveTimeout = 60_000;
      server.on('connection', (socket: Socket) => {
        openNow++;
        socket.on('close', () => openNow--);
      });
      const port = await listen(server);
      const http = service();
      for (let i = 0; i < 300; i++) {
        names.addresses.set(`host-${i}.example.com`, ['127.0.0.1']);
        expect((await post(`http://host-${i}.example.com:${port}/`, {}, http)).succeeded).toBe(true);
      }
      await eventually('the longest unused are closed', () => openNow <= 256);
      expect(openNow).toBeGreaterThan(0);
      await eventually('all are closed, since nothing more comes', () => openNow === 0);
    });
  });

  describe('a service that is closed', () => {
    it('cuts off what is under way, and begins nothing more', async () => {
      let requests = 0;
      const closed: Promise<unknown>[] = [];
      const port = await rawReceiver((socket) => {
        closed.push(new Promise((resolve) => socket.on('close', resolve)));
        if (++requests > 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab');
      });
      names.addresses.set('silent.example.com', 'silent');
      const http = service();
      const resolving = post('http://silent.example.com/', {}, http);
      const first = post(port, {}, http);
      await eventually('one has arrived', () => requests === 1);
      const second = post(port, {}, http);
      await eventually('the other has arrived', () => requests === 2);
      await delay(50);
      http.close();
      expect(await first).toMatchObject({ status: null, error: 'cut_off', responseBody: null, succeeded: false });
      expect(await second).toMatchObject({ status: 200, error: 'cut_off', responseBody: 'ab', succeeded: false });
      expect(await resolving).toMatchObject({ status: null, error: 'cut_off' });
      expect(await post(port, {}, http)).toMatchObject({ status: null, error: 'cut_off' });
      await Promise.all(closed);
      expect(requests).toBe(2);
    });
  });
});
