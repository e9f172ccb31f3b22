import { Injectable } from '@nestjs/common';
import { runInContext, systemContext } from '../context/request-context';
import { DatabaseProbe } from '../database/database-probe';
import { Redis } from '../redis/redis';
import { UnscopedStatement } from '../tenancy/statement';
import { TenantDatabase } from '../tenancy/tenant-database';

const CHECK_TIMEOUT_MS = 3_000;
const APPLIED = new UnscopedStatement("migrations are the platform's", 'SELECT count(*)::int AS count FROM migrations');

/** How long what the database said is used again. */
const FRESH_MS = 1_000;

type Migrations = 'ok' | 'pending' | 'unknown';

/** Finds out whether the service can do its work. */
@Injectable()
export class Readiness {
  private last: { at: number; migrations: Promise<Migrations> } | null = null;

  constructor(
    private readonly probe: DatabaseProbe,
    private readonly database: TenantDatabase,
    private readonly redis: Redis,
  ) {}

  /** `status` is `ok` when the service can respond to requests. Redis is only reported: a process works without it. */
  async check(): Promise<{ status: 'ok' | 'unavailable'; checks: Record<string, string> }> {
    const migrations = await this.recentMigrations();
    const checks = {
      database: migrations === 'unknown' ? 'unreachable' : 'ok',
      migrations,
      redis: this.redis.status,
    };
    return { status: migrations === 'ok' ? 'ok' : 'unavailable', checks };
  }

  /**
   * However many probes there are, and whoever floods the service with them: the database gets one statement a second.
   * An outage is looked at again by the next probe.
   */
  private recentMigrations(): Promise<Migrations> {
    const now = performance.now();
    if (this.last === null || now - this.last.at >= FRESH_MS) {
      const last = { at: now, migrations: this.migrations() };
      this.last = last;
      void last.migrations.then((found) => {
        if (found === 'unknown' && this.last === last) this.last = null;
      });
    }
    return this.last.migrations;
  }

  private async migrations(): Promise<Migrations> {
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
