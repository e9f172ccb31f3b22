import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { BackgroundWorks } from './background-works';
import { DeclaredJobs } from './declared-jobs';
import { JobRunner } from './job-runner';
import { Resealing } from './resealing';
import { Retention } from './retention';

@Global()
@Module({
  imports: [ScheduleModule.forRoot(), DiscoveryModule],
  providers: [BackgroundWorks, JobRunner, DeclaredJobs, Retention, Resealing],
  exports: [BackgroundWorks, JobRunner, Retention, Resealing],
})
export class JobsModule {}
