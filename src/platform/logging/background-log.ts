import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DatabaseProbe } from '../database/database-probe';
import { isDatabaseUnavailable } from '../database/failures';
import { LOGGER } from './logger';

/** How often it is checked whether the database is back. */
const LOOK_INTERVAL_MS = 1_000;

/**
 * The log of repeated background work. An outage of the database gets two lines, one when it begins and one when it
 * ends, and not one per failure.
 */
@Injectable()
export class BackgroundLog implements OnApplicationShutdown {
  private isAway = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly probe: DatabaseProbe,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  /** Logs a failure that needs attention. */
  error(error: unknown, message: string, details: object = {}): void {
    if (!this.isOutage(error)) this.logger.error({ err: error, ...details }, message);
  }

  /** Logs a failure that the service recovers from automatically. */
  warn(error: unknown, message: string, details: object = {}): void {
    if (!this.isOutage(error)) this.logger.warn({ err: error, ...details }, message);
  }

  /** Whether the database is away; the first time it is, logs that. */
  private isOutage(error: unknown): boolean {
    if (!isDatabaseUnavailable(error)) return false;
    if (this.isAway) return true;
    this.isAway = true;
    this.logger.error({ err: error }, 'the database is away: what is done in the background waits for it');
    this.lookLater();
    return true;
  }

  private lookLater(): void {
    this.timer = setTimeout(() => void this.look(), LOOK_INTERVAL_MS);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    try {
      await this.probe.ping();
    } catch {
      return this.lookLater();
    }
    this.isAway = false;
    this.logger.info('the database is back');
  }
}
