import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { JOB, type JobOptions } from './job.decorator';
import { JobRunner } from './job-runner';

type Round = (stop: AbortSignal) => Promise<void>;

/** Gives the methods that `@Job` marks to the runner. */
@Injectable()
export class DeclaredJobs implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (typeof instance === 'object' && instance !== null) this.registerMethodsOf(instance as object);
    }
  }

  private registerMethodsOf(provider: object): void {
    const prototype = Object.getPrototypeOf(provider) as Record<string, Round> | null;
    if (prototype === null || prototype === Object.prototype) return;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const method = prototype[name];
      if (method === undefined) continue;
      const options = Reflect.getMetadata(JOB, method) as JobOptions | undefined;
      if (options !== undefined) this.jobs.register({ ...options, run: (stop) => method.call(provider, stop) });
    }
  }
}
