import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DeclaredEnders } from './declared-enders';
import { Revocations, WHAT_ENDS_WHEN } from './revocations';
import type { WhatEndsWhen } from './way-in';

/** Lets each module say how what opens accounts and organizations ends, and each occasion end it. */
@Global()
@Module({})
export class RevocationModule {
  static forRoot(whatEndsWhen: WhatEndsWhen): DynamicModule {
    return {
      module: RevocationModule,
      imports: [DiscoveryModule],
      providers: [{ provide: WHAT_ENDS_WHEN, useValue: whatEndsWhen }, Revocations, DeclaredEnders],
      exports: [Revocations],
    };
  }
}
