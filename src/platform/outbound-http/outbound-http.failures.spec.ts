import { createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import fc from 'fast-check';
import { eventually } from '../../../test/support/eventually';
import { Receivers } from '../../../test/support/outbound-receivers';
import type { Outcome } from './outbound-post';

/** Of receiver.test, self-signed; for these tests only. */
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

/** A time-out within which a part of a response comes, on a slow machine, too. */
const SHOWN_MS = 2_000;

/** What responses are made of. */
const PARTS = [
  'HTTP/1.1 200 OK\r\n',
  'HTTP/1.1 503 No\r\n',
  'HTTP/1.0 200 OK\r\n',
  'HTTP/1.1 102 Wait\r\n\r\n',
  'HTTP/1.1 101 Switch\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
  'Content-Length: 3\r\n',
  'Content-Length: 20000\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Connection: close\r\n',
  'Keep-Alive: timeout=0\r\n',
  '\r\n',
  'abc',
  '3\r\nabc\r\n',
  '0\r\n\r\n',
  '0\r\nTrailer: x\r\n\r\n',
  '\0\r\n',
  'x'.repeat(17_000),
];

describe('outbound HTTP', () => {
  const receivers = new Receivers();

  describe('a receiver that takes its time', () => {
    it.each<[string, (socket: Socket) => void, number, Partial<Outcome>]>([
      ['says nothing', () => {}, 300, { status: null, responseBody: null }],
      [
        'stops in its headers',
        (socket) => socket.write('HTTP/1.1 200 OK\r\nX-Wait'),
        300,
        { status: null, responseBody: null },
      ],
      [
        'stops in its body',
        (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab'),
        SHOWN_MS,
        { status: 200, responseBody: 'ab' },
      ],
    ])('and %s has the time-out, no more', async (_, reply, timeoutMs, expected) => {
      let closed = false;
      const port = await receivers.raw((socket) => {
        socket.on('close', () => (closed = true));
        reply(socket);
      });
      const startedAt = performance.now();
      const outcome = await receivers.post(port, { timeoutMs });
      expect(outcome).toMatchObject({ ...expected, error: 'timeout', succeeded: false });
      expect(outcome.durationMs).toBeGreaterThanOrEqual(timeoutMs - 5);
      expect(performance.now() - startedAt).toBeLessThan(20_000);
      await eventually('the connection is closed', () => closed);
    });

    it('and drips has the time-out, no more', async () => {
      const drip = (socket: Socket, byte: string) => {
        const timer = setInterval(() => socket.write(byte), 20);
        socket.on('close', () => clearInterval(timer));
      };
      const body = await receivers.raw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n');
        drip(socket, 'x');
      });
      expect(await receivers.post(body, { timeoutMs: SHOWN_MS })).toMatchObject({
        status: 200,
        error: 'timeout',
        succeeded: false,
      });
      const headers = await receivers.raw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
        drip(socket, 'x');
      });
      expect(await receivers.post(headers, { timeoutMs: 300 })).toMatchObject({
        status: null,
        error: 'timeout',
        succeeded: false,
      });
    });

    it('and does not even read', async () => {
      const port = await receivers.listen(createTcpServer({ pauseOnConnect: true }));
      const outcome = await receivers.post(port, { timeoutMs: 300, body: Buffer.alloc(30_000_000, 'x') });
      expect(outcome).toMatchObject({ status: null, error: 'timeout', succeeded: false });
    });

    it('before TLS has begun has the time-out, no more, and its connection is closed', async () => {
      let closed = false;
      const server = createTcpServer((socket) => socket.resume().on('close', () => (closed = true)));
      const port = await receivers.listen(server);
      expect(await receivers.post(`https://127.0.0.1:${port}/`, { timeoutMs: 300 })).toMatchObject({
        status: null,
        error: 'timeout',
      });
      await eventually('the connection is closed', () => closed);
    });

    it('or whose name does, has the time-out, no more', async () => {
      receivers.names.addresses.set('silent.example.com', 'silent');
      expect(await receivers.post('http://silent.example.com/', { timeoutMs: 200 })).toMatchObject({
        status: null,
        error: 'timeout',
      });
    });
  });

  describe('what is no response', () => {
    it('nobody listens', async () => {
      const port = await receivers.http(() => {});
      receivers.close();
      expect(await receivers.post(port)).toMatchObject({
        status: null,
        error: 'connection_refused',
        responseBody: null,
      });
    });

    it.each<[string, (socket: Socket) => void]>([
      ['closes', (socket) => socket.end()],
      ['resets', (socket) => socket.resetAndDestroy()],
    ])('the receiver %s the connection', async (_, reply) => {
      const port = await receivers.raw(reply);
      expect(await receivers.post(port)).toMatchObject({ status: null, error: 'connection_reset', succeeded: false });
    });

    it.each([
      ['not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
      ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['a status that is none', 'HTTP/1.1 abc OK\r\n\r\n'],
      ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'],
      ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nabc'],
    ])('the response is %s', async (_, reply) => {
      const port = await receivers.raw((socket) => socket.write(reply));
      expect(await receivers.post(port)).toMatchObject({ status: null, error: 'invalid_response', succeeded: false });
    });

    it('the headers are too large', async () => {
      const large = await receivers.raw((socket) =>
        socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
      );
      expect(await receivers.post(large)).toMatchObject({ status: null, error: 'headers_too_large', succeeded: false });
      const many = await receivers.raw((socket) =>
        socket.write(`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(100_000)}\r\n`),
      );
      expect(await receivers.post(many)).toMatchObject({ status: null, error: 'headers_too_large', succeeded: false });
    });

    it('the trailers are too large', async () => {
      const port = await receivers.raw((socket) =>
        socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
      );
      expect(await receivers.post(port)).toMatchObject({ status: 200, error: 'headers_too_large', succeeded: false });
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
      const port = await receivers.listen(server);
      receivers.names.addresses.set('receiver.test', ['127.0.0.1']);
      receivers.names.addresses.set('receiver.test.', ['127.0.0.1']);
      for (const host of ['receiver.test', 'receiver.test.', '127.0.0.1']) {
        expect(await receivers.post(`https://${host}:${port}/`)).toMatchObject({
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
      const port = await receivers.http((_, response) => response.end());
      expect(await receivers.post(`https://127.0.0.1:${port}/`)).toMatchObject({
        status: null,
        error: 'tls_failed',
        succeeded: false,
      });
    });

    it('whatever bytes come, in whatever pieces: there is an outcome, and the next request has one too', async () => {
      const part = fc.oneof(fc.constantFrom(...PARTS), fc.string({ maxLength: 20 }));
      let reply: { pieces: string[]; ending: 'end' | 'reset' };
      const port = await receivers.raw((socket) => {
        const { pieces, ending } = reply;
        const [piece, ...rest] = pieces;
        if (piece !== undefined) socket.write(piece);
        setImmediate(() => {
          if (rest.length > 0) socket.write(rest.join(''));
          if (ending === 'end') socket.end();
          else socket.resetAndDestroy();
        });
      });
      await fc.assert(
        fc.asyncProperty(fc.array(part, { maxLength: 8 }), fc.constantFrom('end', 'reset'), async (pieces, ending) => {
          reply = { pieces, ending };
          const outcome = await receivers.post(port);
          expect(outcome.error).not.toBe('timeout');
          expect(outcome.succeeded).toBe(outcome.error === null && Math.floor((outcome.status ?? 0) / 100) === 2);
          expect(outcome.responseBody === null).toBe(outcome.status === null);
        }),
        { numRuns: 300 },
      );
    });
  });
});
