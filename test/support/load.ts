import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { unique } from './builders';
import type { Json } from './client';
import { eventually } from './eventually';
import { sql } from './sql';

/** What came back from one request: a whole response, or nothing at all. */
export interface Outcome {
  /** Null when no response came. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Json;
  /** Why no response came: a code such as `ECONNRESET`. */
  readonly error: string | null;
  /** Whether it broke off in the middle. */
  readonly cut: boolean;
}

const LANES = 12;
const PAUSE_MS = 20;
/** Of so many writes one is sent a second time, as by a client that did not get the response. */
const REPEATED = 5;

/** Clients that write expenses, each one after another on a connection that it keeps, each with an Idempotency-Key. */
export class Load {
  /** The id of the expense that was acknowledged under a key. */
  readonly acknowledged = new Map<string, string>();
  /** Keys of writes that were given up without a response. */
  readonly unacknowledged: string[] = [];
  /** How often each response came: `201`, `503 unavailable`, `ECONNRESET`, or `cut` for one that broke off in the middle. */
  readonly outcomes = new Map<string, number>();
  /** Responses that no client should get. */
  readonly unexpected: unknown[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private readonly lanes: Promise<void>[];
  private finishing = false;

  /**
   * @param urls of replicas; a client that gets no response from one goes on with the next
   * @param token an API key
   * @param eventId the event whose expenses they are
   * @param patient whether a client that is refused for the moment, or gets no response, tries again; else it leaves
   */
  constructor(
    private readonly urls: readonly string[],
    private readonly token: string,
    readonly eventId: string,
    private patient: boolean,
  ) {
    this.lanes = Array.from({ length: LANES }, (_, number) => this.lane(number));
  }

  /** Waits until so many more writes are acknowledged. */
  async more(count: number): Promise<void> {
    const enough = this.acknowledged.size + count;
    const done = () => this.acknowledged.size >= enough || this.unexpected.length > 0;
    await eventually(`${count} writes more`, done, 60_000);
  }

  count(outcome: string): number {
    return this.outcomes.get(outcome) ?? 0;
  }

  /** Waits until every client has left: a patient one when what it has begun is acknowledged. */
  async finish(): Promise<void> {
    this.finishing = true;
    await Promise.all(this.lanes);
    this.agent.destroy();
  }

  /** Sends them away, whatever they wait for. */
  close(): Promise<void> {
    this.patient = false;
    return this.finish();
  }

  private async lane(number: number): Promise<void> {
    for (let at = number, written = 1; !this.finishing; written++) {
      const key = unique('write');
      let outcome = await this.write(at, key);
      while (isPassing(outcome)) {
        if (!this.patient) return void this.unacknowledged.push(key);
        await delay(PAUSE_MS);
        outcome = await this.write(++at, key);
      }
      if (outcome.status !== 201) return void this.unexpected.push(outcome);
      this.acknowledged.set(key, outcome.body.id);
      if (written % REPEATED === 0) await this.repeat(at, key);
    }
  }

  private async repeat(at: number, key: string): Promise<void> {
    const outcome = await this.write(at, key);
    if (isPassing(outcome)) return;
    // Who asks again gets what was acknowledged.
    const replayed = outcome.headers['idempotent-replayed'] === 'true';
    if (outcome.status !== 201 || outcome.body.id !== this.acknowledged.get(key) || !replayed)
      this.unexpected.push({ repeated: outcome });
  }

  private async write(at: number, key: string): Promise<Outcome> {
    const url = `${this.urls[at % this.urls.length]}/api/events/${this.eventId}/expenses`;
    const body = { category: 'transport', amount: '1.00', description: key };
    const headers = { Authorization: `Bearer ${this.token}`, 'Idempotency-Key': key };
    const outcome = await call(this.agent, url, headers, body);
    const name = nameOf(outcome);
    this.outcomes.set(name, this.count(name) + 1);
    return outcome;
  }
}

function nameOf(outcome: Outcome): string {
  if (outcome.cut) return 'cut';
  return outcome.status === null ? outcome.error! : nameOfResponse({ ...outcome, status: outcome.status });
}

/** `201`, `409 conflict`; a refusal for the moment that lacks what a caller goes by has another name. */
export function nameOfResponse({
  status,
  headers,
  body,
}: Pick<Outcome, 'headers' | 'body'> & { status: number }): string {
  if (status < 400) return String(status);
  const isProblem = String(headers['content-type']).startsWith('application/problem+json');
  const isWhole = isProblem && (status !== 503 || Number(headers['retry-after']) > 0);
  return `${status} ${body.code}${isWhole ? '' : ', incomplete'}`;
}

/**
 * Whether a refusal is only for the moment. A client that lost the response may repeat a request that is still under way.
 */
export function isPassing({ status, body }: Pick<Outcome, 'status' | 'body'>): boolean {
  return status === null || status === 503 || (status === 409 && body.code === 'idempotency_in_progress');
}

function call(agent: Agent, url: string, headers: Record<string, string>, content: Json): Promise<Outcome> {
  return new Promise((resolve) => {
    const nothing = { status: null, headers: {}, body: {} };
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, 'Content-Type': 'application/json' } });
    sent.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ ...nothing, error: error.code ?? error.message, cut: false }),
    );
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('error', (error) => resolve({ ...nothing, error: error.message, cut: true }));
      response.once('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: text === '' ? {} : (JSON.parse(text) as Json),
          error: null,
          cut: false,
        }),
      );
    });
    sent.end(JSON.stringify(content));
  });
}

/**
 * What the database has of a load's event: every acknowledged write exactly once, with one audit record and one event, and nothing
 * that was not acknowledged. Somebody must have followed the events; see outbox.ts.
 */
export async function expectWrittenOnce(databaseUrl: string, load: Load): Promise<void> {
  const counted = (table: string, id: string, condition: string) =>
    `(SELECT ${id} AS id, count(*)::int FROM ${table} WHERE ${condition} GROUP BY 1)`;
  const written = await sql(
    databaseUrl,
    `SELECT description AS key, e.id, audited.count AS audited, published.count AS published FROM expenses e
     LEFT JOIN ${counted('audit_records', 'target_id', `action = 'expense.created'`)} audited ON audited.id = e.id::text
     LEFT JOIN ${counted('outbox_events', `body::jsonb #>> '{data,id}'`, `type = 'expense.created'`)} published
       ON published.id = e.id::text
     WHERE e.event_id = $1`,
    [load.eventId],
  );
  const expected = [...load.acknowledged].map(([key, id]) => ({ key, id, audited: 1, published: 1 }));
  const byKey = (a: Json, b: Json) => (a.key < b.key ? -1 : 1);
  expect(written.sort(byKey)).toEqual(expected.sort(byKey));
}
