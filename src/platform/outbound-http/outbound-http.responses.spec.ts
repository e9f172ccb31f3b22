import type { IncomingMessage } from 'node:http';
import { eventually } from '../../../test/support/eventually';
import { BODY, Receivers } from '../../../test/support/outbound-receivers';

describe('outbound HTTP', () => {
  const receivers = new Receivers();

  describe('a request', () => {
    it('is sent as it is, and its response is given', async () => {
      const seen: { request: IncomingMessage; body: Buffer }[] = [];
      const port = await receivers.http((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          seen.push({ request, body: Buffer.concat(chunks) });
          response.writeHead(202, { 'X-Reply': 'yes' }).end('taken');
        });
      });
      const outcome = await receivers.post(`http://127.0.0.1:${port}/hook/é?a=1&b=%20`, {
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
      await expect(receivers.post(1, { headers: { 'X-TE-Event': 'a\r\nb' } })).rejects.toThrow(
        'invalid X-TE-Event header',
      );
    });

    it.each([200, 201, 204, 299])('succeeds with %d', async (status) => {
      const port = await receivers.http((_, response) => response.writeHead(status).end());
      expect(await receivers.post(port)).toMatchObject({ status, error: null, responseBody: '', succeeded: true });
    });

    it('succeeds with a 204 that announces a body: it has none', async () => {
      const port = await receivers.raw((socket) =>
        socket.write('HTTP/1.1 204 No Content\r\nContent-Length: 10\r\n\r\n'),
      );
      expect(await receivers.post(port)).toMatchObject({ status: 204, error: null, responseBody: '', succeeded: true });
    });

    it.each([300, 304, 400, 404, 410, 429, 500, 503])('does not succeed with %d', async (status) => {
      const port = await receivers.http((_, response) => response.writeHead(status).end());
      expect(await receivers.post(port)).toMatchObject({ status, error: null, responseBody: '', succeeded: false });
    });

    it.each([301, 302, 303, 307, 308])('does not follow a redirect with %d', async (status) => {
      const paths: string[] = [];
      const port = await receivers.http((request, response) => {
        paths.push(request.url!);
        response.writeHead(status, { Location: '/elsewhere' }).end('moved');
      });
      expect(await receivers.post(port)).toMatchObject({
        status,
        error: null,
        responseBody: 'moved',
        succeeded: false,
      });
      expect(paths).toEqual(['/hook']);
    });

    it('takes interim responses for what they are, and not without end', async () => {
      const some = await receivers.raw((socket) => {
        socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n');
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
      expect(await receivers.post(some)).toMatchObject({ status: 200, responseBody: 'ok', succeeded: true });
      const endless = await receivers.raw((socket) => socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)));
      expect(await receivers.post(endless)).toMatchObject({
        status: null,
        error: 'invalid_response',
        succeeded: false,
      });
    });

    it('does not switch protocols', async () => {
      const port = await receivers.raw((socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
      );
      expect(await receivers.post(port)).toMatchObject({ status: null, error: 'invalid_response', succeeded: false });
    });
  });

  describe('the body of a response', () => {
    it('is kept as text: its first KiB, without what PostgreSQL cannot store', async () => {
      let reply: Buffer;
      const port = await receivers.http((_, response) => response.end(reply));
      const textOf = async (bytes: Buffer) => {
        reply = bytes;
        return (await receivers.post(port)).responseBody;
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
      const port = await receivers.http((_, response) => {
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
      expect(await receivers.post(port)).toMatchObject({
        status: 200,
        error: null,
        responseBody: 'x'.repeat(1_024),
        succeeded: true,
      });
      await eventually('the connection is closed', () => closed);
      expect(written).toBeLessThan(10_000_000);
    });

    it('that never ends is a success once 16 KiB came in time', async () => {
      const port = await receivers.http((_, response) => void response.write('x'.repeat(16 * 1024)));
      expect(await receivers.post(port)).toMatchObject({ status: 200, error: null, succeeded: true });
    });

    it('is not unpacked', async () => {
      const port = await receivers.http((_, response) =>
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('not gzip at all'),
      );
      expect(await receivers.post(port)).toMatchObject({
        error: null,
        responseBody: 'not gzip at all',
        succeeded: true,
      });
    });

    it.each([
      ['shorter than it says', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', 'short'],
      ['chunked, without its end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n', 'short'],
      ['in the midst of a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nshort', 'short'],
      ['without a byte', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n', ''],
    ])('that breaks off is a failure: %s', async (_, reply, responseBody) => {
      const ending = await receivers.raw((socket) => socket.end(reply));
      expect(await receivers.post(ending)).toMatchObject({
        status: 200,
        error: 'body_broken_off',
        responseBody,
        succeeded: false,
      });
      const resetting = await receivers.raw((socket) =>
        socket.write(reply, () => setTimeout(() => socket.resetAndDestroy(), 20)),
      );
      expect(await receivers.post(resetting)).toMatchObject({
        status: 200,
        error: 'body_broken_off',
        succeeded: false,
      });
    });

    it('without a length ends with the connection, unless that breaks', async () => {
      const head = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nsome';
      const ending = await receivers.raw((socket) => socket.end(head));
      expect(await receivers.post(ending)).toMatchObject({ error: null, responseBody: 'some', succeeded: true });
      const resetting = await receivers.raw((socket) =>
        socket.write(head, () => setTimeout(() => socket.resetAndDestroy(), 20)),
      );
      expect(await receivers.post(resetting)).toMatchObject({
        error: 'body_broken_off',
        responseBody: 'some',
        succeeded: false,
      });
    });

    it('that is longer than it says is cut there, and its connection is not used again', async () => {
      let connections = 0;
      const port = await receivers.raw((socket) => {
        connections++;
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok, and HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n',
        );
      });
      expect((await receivers.post(port)).status).toBe(200);
      expect((await receivers.post(port)).status).toBe(200);
      expect(connections).toBe(2);
    });
  });
});
