import { Module, type DynamicModule, type InjectionToken, type Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JsonBodyGuard } from '../bodies/json-body.guard';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard';
import { AccessGuard } from '../access/access.guard';
import { AuthenticationGuard } from '../access/authentication.guard';
import { ACCESS_LINK_CREDENTIALS, API_KEY_CREDENTIALS, SESSION_CREDENTIALS } from '../access/credentials';
import { CrossSiteDefence } from '../access/cross-site-defence';
import { RequestPipelineGuard } from './request-pipeline.guard';
import { OpenCredentials } from '../access/open-credentials';

/** What every request passes before its controller. */
@Module({})
export class PipelineModule {
  /** Binds the credential ports to the modules that implement them. */
  static forRoot(ports: {
    imports: Type[];
    apiKeys: InjectionToken;
    sessions: InjectionToken;
    accessLinks: InjectionToken;
  }): DynamicModule {
    return {
      module: PipelineModule,
      global: true,
      imports: ports.imports,
      providers: [
        CrossSiteDefence,
        { provide: API_KEY_CREDENTIALS, useExisting: ports.apiKeys },
        { provide: SESSION_CREDENTIALS, useExisting: ports.sessions },
        { provide: ACCESS_LINK_CREDENTIALS, useExisting: ports.accessLinks },
        AuthenticationGuard,
        RateLimitGuard,
        AccessGuard,
        JsonBodyGuard,
        { provide: APP_GUARD, useClass: RequestPipelineGuard },
        OpenCredentials,
      ],
      exports: [OpenCredentials, CrossSiteDefence],
    };
  }
}
