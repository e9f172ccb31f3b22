import { createServer as createHttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually';
import { Receivers } from '../../../test/support/outbound-receivers';

describe('outbound HTTP', () => {
  const receivers = new Receivers();

  describe('a name', () => {
    it('is what the request says, and the checked address is what it goes to', async () => {
      const hosts: string[] = [];
      const port = await receivers.http((request, response) => {
        hosts.push(request.headers.host!);
        response.end();
      });
      receivers.names.addresses.set('hooks.example.com', ['127.0.0.1']);
      expect(await receivers.post(`http://hooks.example.com:${port}/`)).toMatchObject({ status: 200, succeeded: true });
      expect(hosts).toEqual([`hooks.example.com:${port}`]);
    });

    it('is called at another of its addresses when nobody listens at the first', async () => {
      const port = await receivers.http((_, response) => response.end());
      receivers.names.addresses.set('hooks.example.com', ['127.0.0.2', '127.0.0.1']);
      expect(await receivers.post(`http://hooks.example.com:${port}/`)).toMatchObject({ status: 200, succeeded: true });
      receivers.names.addresses.set('hooks.example.com', ['127.0.0.2', '127.0.0.3']);
      expect(await receivers.post(`http://hooks.example.com:${port}/`)).toMatchObject({
        status: null,
        error: 'connection_refused',
      });
    });

    it('is looked up once for each attempt, and refused once it means an address that is, kept connection or not', async () => {
      let requests = 0;
      const port = await receivers.http((_, response) => {
        requests++;
        response.end();
      });
      const url = `http://rebound.example.com:${port}/`;
      receivers.names.addresses.set('rebound.example.com', ['127.0.0.1']);
      expect((await receivers.post(url)).succeeded).toBe(true);
      expect((await receivers.post(url)).succeeded).toBe(true);
      for (const addresses of [['10.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['::1']]) {
        receivers.names.addresses.set('rebound.example.com', addresses);
        expect(await receivers.post(url)).toMatchObject({ status: null, error: 'dns_failed', succeeded: false });
      }
      expect(requests).toBe(2);
      expect(receivers.names.asked).toHaveLength(5);
    });

    it('is called at its new address when it has another one', async () => {
      const seen: string[] = [];
      const server = createHttpServer((request, response) => {
        seen.push(request.socket.localAddress!);
        response.end();
      });
      const port = await receivers.listen(server, '0.0.0.0');
      const url = `http://moving.example.com:${port}/`;
      for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.1']) {
        receivers.names.addresses.set('moving.example.com', [address]);
        expect((await receivers.post(url)).succeeded).toBe(true);
      }
      expect(seen).toEqual(['127.0.0.1', '127.0.0.2', '127.0.0.1']);
    });

    it("of the own machine is nobody else's to give", async () => {
      const port = await receivers.http((_, response) => response.end());
      receivers.names.addresses.set('localhost', ['10.0.0.1']);
      expect(await receivers.post(`http://localhost:${port}/`)).toMatchObject({ status: 200, succeeded: true });
    });
  });

  describe('connections', () => {
    it('are kept for the next request, and lent to one at a time', async () => {
      const ports = new Set<number>();
      const waiting: (() => void)[] = [];
      const port = await receivers.http((request, response) => {
        ports.add(request.socket.remotePort!);
        waiting.push(() => response.end());
      });
      const respondToAll = async (count: number) => {
        await eventually('all have arrived', () => waiting.length === count);
        for (const reply of waiting.splice(0)) reply();
      };
      for (let round = 0; round < 5; round++) {
        const [outcome] = await Promise.all([receivers.post(port), respondToAll(1)]);
        expect(outcome.succeeded).toBe(true);
      }
      expect(ports.size).toBe(1);
      for (let round = 0; round < 3; round++) {
        const [outcomes] = await Promise.all([
          Promise.all(Array.from({ length: 20 }, () => receivers.post(port))),
          respondToAll(20),
        ]);
        expect(outcomes.every((outcome) => outcome.succeeded)).toBe(true);
      }
      expect(ports.size).toBe(20);
    });

    it('that the receiver closed are replaced, and no request is lost', async () => {
      const ports = new Set<number>();
      const closed: Promise<unknown>[] = [];
      const port = await receivers.http((request, response) => {
        ports.add(request.socket.remotePort!);
        closed.push(new Promise((resolve) => request.socket.on('close', resolve)));
        response.end(() => request.socket.end());
      });
      for (let round = 1; round <= 10; round++) {
        expect((await receivers.post(port)).succeeded).toBe(true);
        expect(ports.size).toBe(round);
        await Promise.all(closed);
      }
    });

    it('that the receiver wants closed are closed', async () => {
      const ports = new Set<number>();
      const port = await receivers.http((request, response) => {
        ports.add(request.socket.remotePort!);
        response.writeHead(200, { Connection: 'close' }).end();
      });
      for (let round = 0; round < 3; round++) expect((await receivers.post(port)).succeeded).toBe(true);
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
      const port = await receivers.listen(server);
      const http = receivers.service();
      for (let i = 0; i < 300; i++) {
        receivers.names.addresses.set(`host-${i}.example.com`, ['127.0.0.1']);
        expect((await receivers.post(`http://host-${i}.example.com:${port}/`, {}, http)).succeeded).toBe(true);
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
      const port = await receivers.raw((socket) => {
        closed.push(new Promise((resolve) => socket.on('close', resolve)));
        if (++requests > 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab');
      });
      receivers.names.addresses.set('silent.example.com', 'silent');
      const http = receivers.service();
      const resolving = receivers.post('http://silent.example.com/', {}, http);
      const first = receivers.post(port, {}, http);
      await eventually('one has arrived', () => requests === 1);
      const second = receivers.post(port, {}, http);
      await eventually('the other has arrived', () => requests === 2);
      await delay(50);
      http.close();
      expect(await first).toMatchObject({ status: null, error: 'cut_off', responseBody: null, succeeded: false });
      expect(await second).toMatchObject({ status: 200, error: 'cut_off', responseBody: 'ab', succeeded: false });
      expect(await resolving).toMatchObject({ status: null, error: 'cut_off' });
      expect(await receivers.post(port, {}, http)).toMatchObject({ status: null, error: 'cut_off' });
      await Promise.all(closed);
      expect(requests).toBe(2);
    });
  });
});
