import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { derivedKey } from '../encryption/derived-key';
import { ENCRYPTION_KEY } from '../encryption/encryption-key';
import { Metrics } from '../metrics/metrics';
import { LOGGER } from '../logging/logger';

/** A request waits no longer than this for Redis: it can proceed without it. */
const RESPONSE_TIMEOUT_MS = 200;
const CONNECT_TIMEOUT_MS = 1_000;
const RETRY_MS = 1_000;
/** Written to find out whether Redis accepts writes: a replica, or a full Redis, accepts reads only. */
const PROBE_KEY = 'probe';

export type RedisClient = Awaited<ReturnType<typeof clientOf>>;

/** Takes what is published on a channel. Its methods return at once and never throw. */
interface RedisListener {
  received(message: string): void;
  /** Messages may have been missed until now. */
  missed(): void;
}

/**
 * Short-lived data that the replicas of the service share, and that the service can do without. While Redis is down no
 * request waits for it. The service reconnects in the background.
 *
 * One client lives as long as its connection. node-redis can reconnect automatically, but it neither gives up a server that
 * accepts connections and stays silent, nor reports an outage before a command has failed. ioredis reconnects in the same way.
 */
@Injectable()
export class Redis implements OnModuleInit, OnModuleDestroy {
  private readonly prefix: string;
  private client: RedisClient | null = null;
  private readonly listeners = new Map<string, RedisListener>();
  private isAway = false;
  private isClosed = false;

  constructor(
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    @Inject(ENCRYPTION_KEY) encryptionKey: Buffer,
  ) {
    const installation = derivedKey(encryptionKey, 'tour-events name in redis', 6);
    this.prefix = `tour-events:${installation.toString('hex')}`;
  }

  /** A Redis that is away does not keep the service from starting. */
  async onModuleInit(): Promise<void> {
    const { redisUrl } = this.configuration;
    if (redisUrl === null) return;
    this.metrics.measured('redis_up', 'Whether Redis can be used: 1 or 0', () => (this.client ? 1 : 0));
    await this.connect();
  }

  onModuleDestroy(): void {
    this.isClosed = true;
    if (this.client !== null) end(this.client);
    this.client = null;
  }

  get status(): 'not_configured' | 'ok' | 'down' {
    if (this.configuration.redisUrl === null) return 'not_configured';
    return this.client === null ? 'down' : 'ok';
  }

  /**
   * The name of a key or a channel in Redis, which differs between installations that share a Redis. It is derived from
   * the encryption key: all replicas have the same one, and other installations do not.
   */
  prefixed(name: string): string {
    return `${this.prefix}:${name}`;
  }

  /**
   * Runs a command.
   *
   * @returns null when it is away: at once if that is known, else after the time-out of a request
   */
  async ask<Result>(command: (client: RedisClient) => Promise<Result>): Promise<Result | null> {
    const { client } = this;
    if (client === null) return null;
    try {
      return await withTimeout(RESPONSE_TIMEOUT_MS, command(client));
    } catch (error) {
      this.lose(client, error);
      return null;
    }
  }

  /** Delivers what is published on a channel from now on, whenever Redis is there. */
  listen(channel: string, listener: RedisListener): void {
    this.listeners.set(channel, listener);
    void this.ask((client) => client.subscribe(channel, (message) => listener.received(message)));
  }

  private async connect(): Promise<void> {
    const { redisUrl } = this.configuration;
    if (redisUrl === null) return;
    const client = await clientOf(redisUrl);
    client.on('error', (error: unknown) => this.lose(client, error));
    try {
      await withTimeout(CONNECT_TIMEOUT_MS, this.open(client));
    } catch (error) {
      end(client);
      this.goWithout(error);
      return;
    }
    if (this.isClosed) return end(client);
    this.client = client;
    if (this.isAway) this.logger.info('Redis is back');
    this.isAway = false;
    for (const listener of this.listeners.values()) listener.missed();
  }

  private async open(client: RedisClient): Promise<void> {
    await client.connect();
    await client.set(this.prefixed(PROBE_KEY), '', { expiration: { type: 'PX', value: RETRY_MS } });
    for (const [channel, listener] of this.listeners)
      await client.subscribe(channel, (message) => listener.received(message));
  }

  /** Several commands fail together when a connection breaks: only the first failure counts. */
  private lose(client: RedisClient, error: unknown): void {
    if (this.client !== client) return;
    this.client = null;
    end(client);
    this.goWithout(error);
  }

  private goWithout(error: unknown): void {
    if (this.isClosed) return;
    // Once, however long it takes. The error names a host at most, never the URL, which may contain a password.
    if (!this.isAway)
      this.logger.warn({ err: error }, 'Redis is away: each replica decides alone, and looks for it again and again');
    this.isAway = true;
    setTimeout(() => void (this.isClosed || this.connect()), RETRY_MS).unref();
  }
}

/** Loads the library only here: it takes a tenth of the service's memory, which is saved without Redis. */
async function clientOf(url: string) {
  const { createClient } = await import('@redis/client');
  return createClient({
    url,
    name: 'tour-events-api',
    // Version 3 of the protocol lets a connection that listens be used for everything else, too.
    RESP: 3,
    maintNotifications: 'disabled',
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
  });
}

function end(client: RedisClient): void {
  try {
    client.destroy();
  } catch {
    // It has ended on its own.
  }
}

/** @throws Error after the timeout; the result is then ignored */
async function withTimeout<Result>(timeoutMs: number, result: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new Error(`No response in ${timeoutMs} ms`));
    // A response that came while this process was busy is read before the immediate: it is in time.
    timer = setTimeout(() => setImmediate(giveUp), timeoutMs);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
