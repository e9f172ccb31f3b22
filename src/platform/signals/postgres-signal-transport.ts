import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Transaction } from '../transaction/transaction';
import type { BackgroundLog } from '../logging/background-log';
import { named } from '../database/named';
import type { SignalReceiver, SignalTransport } from './signal-transport';

const CHANNEL = 'tour_events_signals';
// WITH ORDINALITY: notifications of one transaction are delivered in the order in which they were made.
const NOTIFY = named(
  `SELECT pg_notify('${CHANNEL}', sent.message) FROM unnest($1::text[]) WITH ORDINALITY AS sent (message, position)
   ORDER BY sent.position`,
);
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
/** How often the connection is tested: one whose other end is gone does not report it. */
const PROOF_INTERVAL_MS = 10_000;
/** How long a stopping process waits for a silent server. */
const CLOSE_TIMEOUT_MS = 500;

/**
 * Signals by PostgreSQL's LISTEN and NOTIFY: they are part of the transaction, so that a rollback sends none, and
 * arrive in the order of the commits. Each process listens on one connection of its own, which is opened again when it
 * breaks.
 *
 * A NOTIFY makes commits wait for each other (PostgreSQL takes one lock for all of them), so it is for rare changes
 * only.
 */
export class PostgresSignalTransport implements SignalTransport {
  private receiver: SignalReceiver | null = null;
  private client: Client | null = null;
  private timer: NodeJS.Timeout | undefined;
  private retryMs = FIRST_RETRY_MS;
  private closed = false;

  /** @param open makes a connection that is not yet connected */
  constructor(
    private readonly open: () => Client,
    private readonly log: BackgroundLog,
  ) {}

  async send(messages: readonly string[], { client }: Transaction): Promise<void> {
    await client.query({ ...NOTIFY, values: [messages] });
  }

  listen(receiver: SignalReceiver): void {
    this.receiver = receiver;
    void this.connect(this.open());
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    const ended = this.client?.end().catch(() => undefined);
    await Promise.race([ended, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private async connect(client: Client): Promise<void> {
    const lost = (error?: Error) => this.lost(client, error);
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ payload = '' }) => this.receiver?.received(payload));
    this.client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.retryMs = FIRST_RETRY_MS;
      this.proveLater(client);
      // Signals that were sent before are lost.
      if (!this.closed) this.receiver?.missed();
    } catch (error) {
      lost(error as Error);
    }
  }

  private proveLater(client: Client): void {
    if (this.closed || this.client !== client) return;
    this.timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.proveLater(client),
        (error: Error) => this.lost(client, error),
      );
    }, PROOF_INTERVAL_MS);
    this.timer.unref();
  }

  private lost(client: Client, error?: Error): void {
    if (this.client !== client) return;
    this.client = null;
    clearTimeout(this.timer);
    client.end().catch(() => undefined);
    if (this.closed) return;
    this.log.warn(error, 'signals of other processes are not heard; the connection will be opened again');
    this.timer = setTimeout(() => void this.connect(this.open()), this.retryMs);
    this.timer.unref();
    this.retryMs = Math.min(this.retryMs * 2, MAX_RETRY_MS);
  }
}
