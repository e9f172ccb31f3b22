import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client as Connection, type QueryResultRow } from 'pg';
import type { Service } from './app';
import type { Client, Json } from './client';
import { eventually } from './eventually';
import { idOf, readMailFiles, type ReceivedMail } from './mail';
import { unlessVictim } from './victim';

/** Sends an e-mail; gives the notification as it was accepted. */
export async function emailFrom(caller: Client, to: readonly string[], fields: Json = {}): Promise<Json> {
  const body = { to, subject: 'A subject', body: 'A body.', ...fields };
  return (await caller.post('/api/notifications/email', body).expect(202)).body;
}

/** A notification once every recipient is done with. */
export function whenDone(caller: Client, { id }: Json, deadlineMs = 60_000): Promise<Json> {
  return eventually(
    `notification ${id} to be done`,
    async () => {
      const { body } = await caller.get(`/api/notifications/${id}`).expect(200);
      return body.sent + body.failed === body.total ? (body as Json) : null;
    },
    deadlineMs,
  );
}

/** The recipients of a notification, in the order of their addresses. */
export async function recipientsOf(caller: Client, { id }: Json, query = ''): Promise<Json[]> {
  const { body } = await caller.get(`/api/notifications/${id}/recipients?limit=100&${query}`).expect(200);
  return body.data.sort((a: Json, b: Json) => String(a.address).localeCompare(String(b.address)));
}

/** The e-mails of a notification that a service without an SMTP server wrote to files. */
export async function mailOf(service: Service, { id }: Json): Promise<ReceivedMail[]> {
  const connection = new Connection(service.databaseUrl);
  await connection.connect();
  const { rows } = await connection.query('SELECT id FROM notification_recipients WHERE notification_id = $1', [id]);
  await connection.end();
  const ids = new Set(rows.map((row) => row.id as string));
  return (await readMailFiles(service.dataDir)).filter((mail) => ids.has(idOf(mail)));
}

/** The path of the link to unsubscribe that a message has in its header. */
export function unsubscribePathIn({ headers }: ReceivedMail): string {
  return new URL(headers['list-unsubscribe']!.slice(1, -1)).pathname;
}

/** The recipients as their table shows them, past all walls. Close it before the app whose database it is in. */
export class RecipientTable {
  private constructor(private readonly connection: Connection) {}

  static async open(databaseUrl: string): Promise<RecipientTable> {
    const connection = new Connection(databaseUrl);
    await connection.connect();
    return new RecipientTable(connection);
  }

  async query<Row extends QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.connection.query<Row>(text, values)).rows;
  }

  async count(condition = 'true'): Promise<number> {
    const [row] = await this.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM notification_recipients WHERE ${condition}`,
    );
    return row!.count;
  }

  /** Lets time pass for everybody who waits and for every lease, which go by the database's clock. */
  async passes(seconds: number): Promise<void> {
    const earlier = (column: string) => `${column} = ${column} - make_interval(secs => $1)`;
    const columns = ['due_at', 'leased_until', 'first_attempt_at'].map(earlier).join(', ');
    const update = `UPDATE notification_recipients SET ${columns} WHERE finished_at IS NULL`;
    await unlessVictim(() => this.query(update, seconds));
  }

  /** Seconds until the only recipient there is who waits is due. */
  async delay(): Promise<number> {
    const [row] = await this.query<{ seconds: number }>(
      `SELECT extract(epoch FROM due_at - updated_at)::float8 AS seconds FROM notification_recipients
       WHERE status = 'queued' AND attempts > 0`,
    );
    return row!.seconds;
  }

  close(): Promise<void> {
    return this.connection.end();
  }
}

/** Puts so many people with an address each on an event, past all rules. */
export async function crowd(table: RecipientTable, { id, organizationId }: Json, count: number): Promise<void> {
  await table.query(
    `WITH made AS (
       INSERT INTO guests (organization_id, id, name, email, email_key, tags, tag_keys, search, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'Guest ' || n, 'guest' || n || '@example.com', 'guest' || n || '@example.com', '{}',
         '{}', '', now(), now() FROM generate_series(1, $3::int) AS n RETURNING id
     )
     INSERT INTO event_guests (organization_id, id, event_id, guest_id, rsvp, plus_ones, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, made.id, 'accepted', 0, now(), now() FROM made`,
    organizationId,
    id,
    count,
  );
}

export interface CloudRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
}

/** WhatsApp's Cloud API on the loopback interface: it responds what a test says. */
export class CloudApiServer {
  readonly received: CloudRequest[] = [];
  reply: (request: CloudRequest, response: ServerResponse) => void = accept;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<CloudApiServer> {
    const server = createServer();
    const api = new CloudApiServer(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        const received = { path, headers, body: JSON.parse(Buffer.concat(chunks).toString()) as Json };
        api.received.push(received);
        api.reply(received, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return api;
  }

  /** What a service needs to use it. */
  get environment(): Record<string, string> {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v23.0/`;
    return { WHATSAPP_URL: url, WHATSAPP_TOKEN: 'EAAsecretsecret', WHATSAPP_PHONE_ID: '106540352242922' };
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** As the API responds to a message that it takes. */
export function accept({ body }: CloudRequest, response: ServerResponse): void {
  const reply = {
    messaging_product: 'whatsapp',
    contacts: [{ input: body.to, wa_id: body.to.slice(1) }],
    messages: [{ id: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBI', message_status: 'accepted' }],
  };
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
}

/** As the API responds to a message that it refuses. */
export const refuse =
  (status: number, code: number, headers: Record<string, string> = {}) =>
  (_request: CloudRequest, response: ServerResponse): void => {
    const error = { message: 'Refused', type: 'OAuthException', code, fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam' };
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify({ error }));
  };
