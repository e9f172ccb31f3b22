import { statfs } from 'node:fs/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { DAY_MS } from '../../kernel/durations';
import { JobRunner } from '../../platform/background/job-runner';
import { Resealing } from '../../platform/background/resealing';
import { Retention } from '../../platform/background/retention';
import { CONFIGURATION, type Configuration } from '../../platform/config/configuration';
import type { DiskView, HealthFigures, PlatformHealthView } from './platform-health.dto';
import { HEALTH_REASON, PlatformHealthRepository } from './platform-health.repository';

const SAMPLE_INTERVAL_SECONDS = 300;

/** How the whole platform is doing, now and over the last day. */
@Injectable()
export class PlatformHealth implements OnModuleInit {
  constructor(
    private readonly health: PlatformHealthRepository,
    private readonly jobs: JobRunner,
    private readonly retention: Retention,
    private readonly resealing: Resealing,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    const sample = { name: 'sample-platform-health', intervalSeconds: SAMPLE_INTERVAL_SECONDS };
    this.jobs.register({ ...sample, run: () => this.sample() });
    this.retention.register(
      'forget-platform-health',
      HEALTH_REASON,
      { table: 'health_samples', condition: 'at <= $1', keptMs: DAY_MS },
      { table: 'replicas', condition: 'last_seen_at <= $1', keptMs: DAY_MS },
    );
  }

  async get(): Promise<PlatformHealthView> {
    const [now, founderDomains, history, disk, left] = await Promise.all([
      this.now(),
      this.health.founderDomains(),
      this.health.history(),
      this.disk(),
      this.resealing.left(),
    ]);
    const keyRotation = left === null ? null : { left };
    return { at: this.clock.now().toISOString(), ...now, founderDomains, disk, keyRotation, history };
  }

  private async now(): Promise<Omit<PlatformHealthView, 'at' | 'founderDomains' | 'disk' | 'keyRotation' | 'history'>> {
    const [replicas, queues, jobs, failingWebhooks, mail, database] = await Promise.all([
      this.health.replicas(),
      this.health.queues(),
      this.health.jobs(),
      this.health.failingWebhooks(),
      this.health.mail(),
      this.health.databaseHealth(),
    ]);
    return { replicas, queues, jobs, failingWebhooks, mail, database };
  }

  private async sample(): Promise<void> {
    const { replicas, queues, failingWebhooks, mail, database } = await this.now();
    const figures: HealthFigures = {
      replicas: replicas.filter(({ alive }) => alive).length,
      waiting: queues.reduce((sum, { depth }) => sum + depth, 0),
      oldestSeconds: Math.max(...queues.map(({ oldestSeconds }) => oldestSeconds)),
      failingWebhooks: failingWebhooks.length,
      mailSent: mail.sent,
      mailFailed: mail.failed,
      connections: database.connections,
      databaseBytes: database.sizeBytes,
    };
    await this.health.addSample(figures);
  }

  /** Null where the file system does not say. */
  private async disk(): Promise<DiskView | null> {
    try {
      const { blocks, bavail, bsize } = await statfs(this.configuration.dataDir);
      return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
    } catch {
      return null;
    }
  }
}
