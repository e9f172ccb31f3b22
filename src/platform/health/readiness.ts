import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Redis } from '../redis/redis';

const CHECK_TIMEOUT_MS = 3_000;

/** Finds out whether the service can do its work. */
@Injectable()
export class Readiness {
  constructor(
    private readonly dataSource: DataSource,
    private readonly redis: Redis,
  ) {}

  /** `status` is `ok` when requests can be answered. Redis is reported only: without it a process carries on alone. */
  async check(): Promise<{ status: 'ok' | 'unavailable'; checks: Record<string, string> }> {
    const migrations = await this.migrations();
    const checks = {
      database: migrations === 'unknown' ? 'unreachable' : 'ok',
      migrations,
      redis: this.redis.status,
    };
    return { status: migrations === 'ok' ? 'ok' : 'unavailable', checks };
  }

  private async migrations(): Promise<'ok' | 'pending' | 'unknown'> {
    const applied = this.dataSource.query<{ count: number }[]>('SELECT count(*)::int AS count FROM migrations');
    const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), CHECK_TIMEOUT_MS).unref());
    try {
      const rows = await Promise.race([applied, timeout]);
      if (rows === null) return 'unknown';
      return (rows[0]?.count ?? 0) >= this.dataSource.migrations.length ? 'ok' : 'pending';
    } catch {
      return 'unknown';
    }
  }
}
