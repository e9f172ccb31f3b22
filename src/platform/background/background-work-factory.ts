import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { BackgroundLog } from '../logging/background-log';
import { BackgroundWork } from './background-work';

/** Makes the background work of each worker: @nestjs/schedule lists its timers, and what fails is logged. */
@Injectable()
export class BackgroundWorkFactory {
  constructor(
    private readonly scheduler: SchedulerRegistry,
    private readonly log: BackgroundLog,
  ) {}

  /**
   * @param name see {@link BackgroundWork}
   * @param failure what the log says where it fails
   * @param level `warn` for what the service recovers from automatically
   */
  create(name: string, failure: string, level: 'error' | 'warn' = 'error'): BackgroundWork {
    return new BackgroundWork(name, (error) => this.log[level](error, failure), this.scheduler);
  }
}
