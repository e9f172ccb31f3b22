import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { JobRunner } from './job-runner';
import { Retention } from './retention';

@Global()
@Module({ imports: [ScheduleModule.forRoot()], providers: [JobRunner, Retention], exports: [JobRunner, Retention] })
export class JobsModule {}
