import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { endersOf } from './ends.decorator';
import { Revocations } from './revocations';

/** Gives what `@Ends` marks to the revocations. */
@Injectable()
export class DeclaredEnders implements OnModuleInit {
  constructor(
    private readonly revocations: Revocations,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (typeof instance !== 'object' || instance === null) continue;
      for (const [way, enders] of endersOf(instance)) this.revocations.bind(way, enders);
    }
  }
}
