import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { endersOf } from './ends.decorator';
import { Revocations, type Enders } from './revocations';

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
      const provider = instance as Record<string, Enders>;
      for (const [property, way] of endersOf(provider)) this.revocations.bind(way, provider[property]!);
    }
  }
}
