import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { DeliveryClaims } from '../../src/modules/reach/webhooks/delivery-claims.repository';
import { runInContext, systemContext } from '../../src/platform/context/request-context';
import type { TestApp } from '../support/app';
import type { Tenant } from '../support/builders';
import type { Json } from '../support/client';
import {
  deliveriesTo,
  deliveryIn,
  type DeliveryTable,
  ok,
  type Receiver,
  registerWebhook,
  webhookStage,
  type WebhookStage,
  status,
  type Reply,
} from '../support/receiver';

const SCHEDULE_SECONDS = [30, 300, 3_600, 21_600, 86_400];
/** Enough for a quick response on a slow machine; those that hang and drip take all of it. */
const TIMEOUT_MS = 2_000;

describe('a receiver', () => {
  let stage: WebhookStage;
  let service: TestApp;
  let receiver: Receiver;
  let table: DeliveryTable;
  let tenant: Tenant;

  beforeAll(async () => {
    stage = await webhookStage({ WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) });
    ({ service, receiver, table, tenant } = stage);
  });
  afterEach(() => (receiver.reply = ok));
  afterAll(() => stage.close());

  /** Something happens that an endpoint gets; gives the endpoint and the delivery. */
  async function emit(url: string): Promise<{ webhook: Json; id: string }> {
    const webhook = await registerWebhook(tenant, url, ['tour.created']);
    await tenant.key.post('/api/tours', { name: 'A tour' }).expect(201);
    const [delivery] = await deliveriesTo(tenant.key, webhook.id);
    // The other endpoints of this file are done with: what happens next is not for them.
    await tenant.key.patch(`/api/webhooks/${webhook.id}`, { eventTypes: ['webhook.test'] }).expect(200);
    return { webhook, id: delivery.id };
  }

  const due = ({ webhook }: { webhook: Json }): Promise<unknown[]> =>
    runInContext(systemContext('test'), () =>
      service.app
        .get(DeliveryClaims)
        .claim([{ organizationId: tenant.organization.id, webhookId: webhook.id, max: 5 }], 5),
    );

  it('that fails is tried again after 30 s, 5 min, 1, 6 and 24 h from the end of the attempt before, never early', async () => {
    receiver.reply = status(500, 'broken');
    const emitted = await emit(`${receiver.url}/fails`);
    const { webhook, id } = emitted;
    for (const [index, seconds] of SCHEDULE_SECONDS.entries()) {
      const attempts = index + 1;
      const delivery = await deliveryIn(tenant.key, webhook.id, id, { status: 'pending', attempts });
      expect(delivery.attemptLog).toHaveLength(attempts);
      const delay = await table.delayOf(id);
      // The attempt's own times are whole milliseconds.
      expect(delay).toBeGreaterThanOrEqual(seconds - 0.002);
      expect(delay).toBeLessThan(seconds + 10);
      await table.passes(seconds / 2);
      expect(await due(emitted)).toEqual([]);
      await table.passes(seconds / 2);
    }
    const failed = await deliveryIn(tenant.key, webhook.id, id, { status: 'failed' });
    expect(failed).toMatchObject({ attempts: 6, nextAttemptAt: null });
    const requests = receiver.of(id);
    expect(requests).toHaveLength(6);
    expect(new Set(requests.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('that comes back gets what it missed, under the same id and freshly signed', async () => {
    receiver.reply = status(502);
    const { webhook, id } = await emit(`${receiver.url}/back`);
    await deliveryIn(tenant.key, webhook.id, id, { attempts: 1 });
    service.clock.advance(30_000);
    receiver.reply = ok;
    await table.passes(30);
    const delivery = await deliveryIn(tenant.key, webhook.id, id, { status: 'delivered' });
    expect(delivery.attemptLog.map(({ number, responseStatus }: Json) => [number, responseStatus])).toEqual([
      [1, 502],
      [2, 200],
    ]);
    const times = receiver.of(id).map(({ headers }) => Number(/^t=(\d+)/.exec(String(headers['x-te-signature']))?.[1]));
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(29);
    service.clock.release();
  });

  it.each([
    ['is gone', 410, {}],
    ['asks for more time', 503, { 'Retry-After': '90' }],
  ])('that %s is tried again by the schedule all the same', async (_what, code, headers) => {
    receiver.reply = (_request, response) => response.writeHead(code, headers).end();
    const { webhook, id } = await emit(`${receiver.url}/schedule`);
    await deliveryIn(tenant.key, webhook.id, id, { status: 'pending', attempts: 1 });
    const delay = await table.delayOf(id);
    expect(delay).toBeGreaterThanOrEqual(30 - 0.002);
    expect(delay).toBeLessThan(40);
  });

  const dripping: Reply = (_request, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(drip));
  };
  it.each<[string, Reply, Partial<Json>]>([
    ['hangs', () => undefined, { responseStatus: null, error: 'timeout', responseBody: null }],
    ['drips past the time-out', dripping, { responseStatus: 200, error: 'timeout' }],
    [
      'redirects',
      (_request, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end('there'),
      { responseStatus: 302, error: null, responseBody: 'there' },
    ],
    [
      'promises more than it sends',
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('short');
        response.socket?.destroySoon();
      },
      { responseStatus: 200, error: 'body_broken_off' },
    ],
    [
      'hangs up',
      (_request, response) => response.socket?.destroy(),
      { responseStatus: null, error: 'connection_reset', responseBody: null },
    ],
    ['says 404', status(404, 'nobody'), { responseStatus: 404, error: null, responseBody: 'nobody' }],
  ])('that %s has failed, and the log says how', async (what, reply, expected) => {
    receiver.reply = reply;
    const { webhook, id } = await emit(`${receiver.url}/${encodeURIComponent(what)}`);
    const delivery = await deliveryIn(tenant.key, webhook.id, id, { attempts: 1 });
    expect(delivery.status).toBe('pending');
    expect(delivery.attemptLog).toMatchObject([{ number: 1, kind: 'scheduled', ...expected }]);
  });

  it('that responses without end has taken it, and the log has the first KiB', async () => {
    receiver.reply = (_request, response) => response.end('x'.repeat(1_000_000));
    const { webhook, id } = await emit(`${receiver.url}/endless`);
    const delivery = await deliveryIn(tenant.key, webhook.id, id, { status: 'delivered' });
    expect(delivery.attemptLog[0].responseBody).toBe('x'.repeat(1024));
  });

  it('that is not there has failed', async () => {
    const { webhook, id } = await emit(`http://127.0.0.1:${await unusedPort()}/`);
    const { attemptLog } = await deliveryIn(tenant.key, webhook.id, id, { attempts: 1 });
    expect(attemptLog).toMatchObject([{ responseStatus: null, error: 'connection_refused' }]);
  });

  it('that speaks no HTTP has failed', async () => {
    const babbling = await listen((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    const { webhook, id } = await emit(`http://127.0.0.1:${(babbling.address() as AddressInfo).port}/`);
    const { attemptLog } = await deliveryIn(tenant.key, webhook.id, id, { attempts: 1 });
    expect(attemptLog[0]).toMatchObject({ responseStatus: null, error: expect.any(String) });
    await new Promise((resolve) => babbling.close(resolve));
  });
});

function listen(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    onConnection(socket);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function unusedPort(): Promise<number> {
  const server = await listen(() => undefined);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
