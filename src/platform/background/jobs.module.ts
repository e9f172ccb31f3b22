import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { BackgroundWorkFactory } from './background-work-factory';
import { DeclaredJobs } from './declared-jobs';
import { JobRunner } from './job-runner';
import { Resealing } from './resealing';
import { Retention } from './retention';

@Global()
@Module({
  imports: [ScheduleModule.forRoot(), DiscoveryModule],
  providers: [BackgroundWorkFactory, JobRunner, DeclaredJobs, Retention, Resealing],
  exports: [BackgroundWorkFactory, JobRunner, Retention, Resealing],
})
export class JobsModule {}
