import { Injectable } from '@nestjs/common';
import { runInContext, systemContext } from '../context/request-context';
import { DatabaseProbe } from '../database/database-probe';
import { Redis } from '../redis/redis';
import { UnscopedStatement } from '../tenancy/statement';
import { TenantDatabase } from '../tenancy/tenant-database';

const CHECK_TIMEOUT_MS = 3_000;
const APPLIED = new UnscopedStatement("migrations are the platform's", 'SELECT count(*)::int AS count FROM migrations');

/** How long a result is used again. */
const FRESH_MS = 1_000;

/** What the checks found. */
interface Report {
  status: 'ok' | 'unavailable';
  checks: Record<string, string>;
}

/** Finds out whether the service can do its work. */
@Injectable()
export class Readiness {
  private last: { at: number; report: Promise<Report> } | null = null;

  constructor(
    private readonly probe: DatabaseProbe,
    private readonly database: TenantDatabase,
    private readonly redis: Redis,
  ) {}

  /**
   * {@link check}, or what it found at most a second ago: many probes, or somebody who floods the service with
   * them, cost the database one statement a second.
   */
  recent(): Promise<Report> {
    const now = performance.now();
    if (this.last === null || now - this.last.at >= FRESH_MS) this.last = { at: now, report: this.check() };
    return this.last.report;
  }

  /** `status` is `ok` when the service can respond to requests. Redis is only reported: a process works without it. */
  private async check(): Promise<Report> {
    const migrations = await this.migrations();
    const checks = {
      database: migrations === 'unknown' ? 'unreachable' : 'ok',
      migrations,
      redis: this.redis.status,
    };
    return { status: migrations === 'ok' ? 'ok' : 'unavailable', checks };
  }

  private async migrations(): Promise<'ok' | 'pending' | 'unknown'> {
    // On the connections for short reads, so that changes that wait for locks do not make the process unready.
    const applied = runInContext(systemContext('readiness'), () =>
      this.database.unscopedRow<{ count: number }>(APPLIED),
    );
    const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), CHECK_TIMEOUT_MS).unref());
    try {
      const row = await Promise.race([applied, timeout]);
      if (row === null) return 'unknown';
      return row.count >= this.probe.migrationCount ? 'ok' : 'pending';
    } catch {
      return 'unknown';
    }
  }
}
