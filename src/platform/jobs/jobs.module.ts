import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { JobRunner } from './job-runner';

@Global()
@Module({ imports: [ScheduleModule.forRoot()], providers: [JobRunner], exports: [JobRunner] })
export class JobsModule {}
