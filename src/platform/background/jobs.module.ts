import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { JobRunner } from './job-runner';
import { Resealing } from './resealing';
import { Retention } from './retention';

@Global()
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [JobRunner, Retention, Resealing],
  exports: [JobRunner, Retention, Resealing],
})
export class JobsModule {}
