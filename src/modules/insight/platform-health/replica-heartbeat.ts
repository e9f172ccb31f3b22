import { hostname } from 'node:os';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { newId } from '../../../kernel/ids';
import { RELEASE } from '../../../platform/config/release';
import { runInContext, systemContext } from '../../../platform/context/request-context';
import { BackgroundWork } from '../../../platform/background/background-work';
import { BackgroundLog } from '../../../platform/logging/background-log';
import { PlatformHealthRepository } from './platform-health.repository';

const INTERVAL_MS = 20_000;

/** Notes in the database, again and again, that this process runs. */
@Injectable()
export class ReplicaHeartbeat implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly self = { id: newId(), host: hostname(), pid: process.pid, version: RELEASE };
  private readonly work: BackgroundWork;

  constructor(
    private readonly health: PlatformHealthRepository,
    log: BackgroundLog,
  ) {
    this.work = new BackgroundWork('heartbeat', (error) => log.error(error, 'the heartbeat could not be noted'));
  }

  onApplicationBootstrap(): void {
    const beat = () => this.health.beat(this.self);
    void this.work.track(beat);
    this.work.every(INTERVAL_MS, 'heartbeat', beat);
  }

  /** A process that stops is gone at once; one that dies, when it has not been heard of for a while. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
    // Without the database nobody sees the difference.
    await runInContext(systemContext('heartbeat'), () => this.health.forget(this.self.id)).catch(() => undefined);
  }
}
