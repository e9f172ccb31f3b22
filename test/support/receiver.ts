import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client as Connection, type QueryResultRow } from 'pg';
import { SLOW_MS } from '../../src/modules/reach/webhooks/endpoint-queue';
import { startTestApp, type TestApp } from './app';
import { registerTenant, type Tenant } from './builders';
import type { Client, Json } from './client';
import { eventually } from './eventually';

/** Lets the service call receivers on the test machine. */
export const ALLOW_LOOPBACK = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };

/** One request that a receiver got. */
export interface Received {
  /** Without the query, by which registerWebhook tells endpoints apart. */
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** X-TE-Delivery. */
  readonly delivery: string;
  /** How often this delivery came, this time included. */
  readonly times: number;
}

export type Reply = (request: Received, response: ServerResponse) => void;

export const ok: Reply = (_request, response) => response.end('ok');
export const status =
  (code: number, body = ''): Reply =>
  (_request, response) =>
    response.writeHead(code).end(body);
/** Never responds, for as long as the caller waits. */
export const hang: Reply = () => undefined;

/** A partner's server on the loopback interface, that does with requests what the test says. */
export class Receiver {
  readonly received: Received[] = [];
  /** The most requests that were being processed at the same time, by path. */
  readonly mostAtOnce = new Map<string, number>();
  reply: Reply = ok;

  private readonly open = new Map<string, number>();
  private readonly hanging = new Set<ServerResponse>();

  private constructor(private readonly server: Server) {}

  static async start(reply: Reply = ok): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    receiver.reply = reply;
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url = '', method = '', headers } = request;
        const path = url.split('?', 1)[0]!;
        const delivery = String(headers['x-te-delivery']);
        const times = receiver.of(delivery).length + 1;
        receiver.take({ path, method, headers, body: Buffer.concat(chunks), delivery, times }, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The requests of one delivery, in the order in which they came. */
  of(delivery: string): Received[] {
    return this.received.filter((request) => request.delivery === delivery);
  }

  /** Responds 200 to whatever hangs, and what comes from now on too. */
  release(): void {
    this.reply = ok;
    for (const response of this.hanging) response.end('at last');
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private take(request: Received, response: ServerResponse): void {
    this.received.push(request);
    const open = (this.open.get(request.path) ?? 0) + 1;
    this.open.set(request.path, open);
    this.mostAtOnce.set(request.path, Math.max(open, this.mostAtOnce.get(request.path) ?? 0));
    this.hanging.add(response);
    response.on('close', () => {
      this.open.set(request.path, this.open.get(request.path)! - 1);
      this.hanging.delete(response);
    });
    this.reply(request, response);
  }
}

/** A service that may call receivers on the test machine. */
export function startWebhookApp(env: Record<string, string> = {}): Promise<TestApp> {
  return startTestApp({ ...ALLOW_LOOPBACK, ...env });
}

/** What a test of deliveries needs: a service, a receiver, the table of deliveries, and an organization. */
export interface WebhookStage {
  readonly service: TestApp;
  readonly receiver: Receiver;
  readonly table: DeliveryTable;
  readonly tenant: Tenant;
  close(): Promise<void>;
}

export async function webhookStage(env: Record<string, string> = {}): Promise<WebhookStage> {
  const [service, receiver] = await Promise.all([startWebhookApp(env), Receiver.start()]);
  const table = await DeliveryTable.open(service.databaseUrl);
  return {
    service,
    receiver,
    table,
    tenant: await registerTenant(service.url),
    async close() {
      receiver.release();
      await table.close();
      await service.close();
      await receiver.close();
    },
  };
}

/** Gives each endpoint a URL of its own: an organization has at most ten with the same one. */
let registered = 0;

/** Registers an endpoint; gives it with its secret. */
export async function registerWebhook({ key }: Pick<Tenant, 'key'>, url: string, eventTypes = ['*']): Promise<Json> {
  const own = `${url}?endpoint=${++registered}`;
  return (await key.post('/api/webhooks', { url: own, eventTypes }).expect(201)).body;
}

/** The deliveries to an endpoint, oldest first. */
export async function deliveriesTo(client: Client, webhookId: string, query = ''): Promise<Json[]> {
  const { body } = await client.get(`/api/webhooks/${webhookId}/deliveries?limit=100&${query}`).expect(200);
  return body.data.reverse();
}

/** A delivery once it has come to a state, with its payload and its log. */
export function deliveryIn(client: Client, webhookId: string, id: string, expected: Partial<Json>): Promise<Json> {
  return eventually(`delivery ${id} to be ${JSON.stringify(expected)}`, async () => {
    const { body } = await client.get(`/api/webhooks/${webhookId}/deliveries/${id}`).expect(200);
    return Object.entries(expected).every(([field, value]) => body[field] === value) ? (body as Json) : null;
  });
}

/** The deliveries as their table shows them, past all walls. Close it before the app whose database it is in. */
export class DeliveryTable {
  private constructor(private readonly connection: Connection) {}

  static async open(databaseUrl: string): Promise<DeliveryTable> {
    const connection = new Connection(databaseUrl);
    await connection.connect();
    return new DeliveryTable(connection);
  }

  async query<Row extends QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.connection.query<Row>(text, values)).rows;
  }

  async count(condition = 'true'): Promise<number> {
    const [row] = await this.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_deliveries WHERE ${condition}`,
    );
    return row!.count;
  }

  /** How many are being sent, by the leases that were taken for that. */
  async leases(): Promise<number> {
    return (await this.query('SELECT 1 FROM webhook_leases')).length;
  }

  /** Lets time pass for everything that is due and for every lease, which go by the database's clock. */
  async passes(seconds: number): Promise<void> {
    for (const table of ['webhook_deliveries', 'webhook_queue'])
      await this.query(`UPDATE ${table} SET due_at = due_at - make_interval(secs => $1)`, seconds);
    await this.query(
      `UPDATE webhook_leases
       SET leased_at = leased_at - make_interval(secs => $1), leased_until = leased_until - make_interval(secs => $1)`,
      seconds,
    );
  }

  /** Seconds from the end of the last attempt to the next one, and whether that is a moment too early. */
  async delayOf(id: string): Promise<number> {
    const [row] = await this.query<{ seconds: number }>(
      `SELECT extract(epoch FROM due_at - ((attempt->>'startedAt')::timestamptz
         + (attempt->>'durationMs')::int * interval '1 millisecond'))::float8 AS seconds
       FROM webhook_deliveries, LATERAL (SELECT attempt_log[cardinality(attempt_log)] AS attempt) AS last WHERE id = $1`,
      id,
    );
    return row!.seconds;
  }

  /** Whether the last so many attempts showed their endpoints to be quick: on a busy machine one may take its time. */
  async wereQuick(attempts = 1): Promise<boolean> {
    const [row] = await this.query<{ quick: boolean }>(
      `SELECT bool_and((attempt_log[cardinality(attempt_log)]->>'durationMs')::int < $2) AS quick
       FROM (SELECT attempt_log FROM webhook_deliveries WHERE delivered_at IS NOT NULL ORDER BY delivered_at DESC LIMIT $1) AS last`,
      attempts,
      SLOW_MS,
    );
    return row!.quick;
  }

  close(): Promise<void> {
    return this.connection.end();
  }
}
