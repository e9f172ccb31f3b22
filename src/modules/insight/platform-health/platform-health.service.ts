import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Job } from '../../../platform/background/job.decorator';
import { CLOCK, utcDay, type Clock } from '../../../kernel/clock';
import { Resealing } from '../../../platform/background/resealing';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import type { DiskView, HealthFigures, PlatformHealthView } from './platform-health.dto';
import { PlatformHealthRepository } from './platform-health.repository';

const SAMPLE_INTERVAL_SECONDS = 300;

/** How the whole platform is doing, now and over the last day. */
@Injectable()
export class PlatformHealth {
  constructor(
    private readonly health: PlatformHealthRepository,
    private readonly resealing: Resealing,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async get(): Promise<PlatformHealthView> {
    const [now, founderDomains, history, disk, left] = await Promise.all([
      this.now(),
      this.health.founderDomains(utcDay(this.clock.now())),
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
      this.health.mail(utcDay(this.clock.now())),
      this.health.databaseHealth(),
    ]);
    return { replicas, queues, jobs, failingWebhooks, mail, database };
  }

  @Job({ name: 'sample-platform-health', intervalSeconds: SAMPLE_INTERVAL_SECONDS })
  async sample(): Promise<void> {
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
