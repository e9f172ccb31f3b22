import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../kernel/clock';
import { CredentialChanges } from './access/credential-changes';
import { RouteTable } from './routes/route-table';
import { AuditModule } from './audit/audit.module';
import { Batches } from './batches/batches';
import { CONFIGURATION, type Configuration } from './config/configuration';
import { currentContext } from './context/request-context';
import { ErasureModule } from './erasure/erasure.module';
import type { DashboardFiles } from './dashboard/dashboard-files';
import type { OpenDatabase } from './database/open-database';
import { HealthModule } from './health/health.module';
import { ENCRYPTION_KEY, PREVIOUS_ENCRYPTION_KEY } from './encryption/encryption-key';
import { SecretBox } from './encryption/secret-box';
import { InFlightResponses } from './http/in-flight-responses';
import { ProblemFilter } from './errors/problem.filter';
import { DashboardLink } from './pages/dashboard-link';
import { PublicOrigin } from './http/public-origin';
import { createValidationPipe } from './fields/validation.pipe';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { IdempotencyModule } from './idempotency/idempotency.module';
import { JobsModule } from './background/jobs.module';
import { BackgroundLog } from './logging/background-log';
import { LOGGER } from './logging/logger';
import { MailModule } from './mail/mail.module';
import { OutboundHttpModule } from './outbound-http/outbound-http.module';
import { OutgoingWebhooks } from './openapi/outgoing-webhooks';
import { OutboxModule } from './outbox/outbox.module';
import { RateLimitModule } from './rate-limit/rate-limit.module';
import { Recorder } from './recorders/recorder';
import { RedisModule } from './redis/redis.module';
import { SignalsModule } from './signals/signals.module';
import { TenancyModule } from './tenancy/tenancy.module';
import { OneTimeTokens } from './tokens/one-time-tokens';
import { TenantScopeInterceptor } from './pipeline/tenant-scope.interceptor';

/** What the service gets from the process that starts it. */
export interface Dependencies {
  readonly configuration: Configuration;
  /** 32 bytes, to encrypt secrets with at rest. */
  readonly encryptionKey: Buffer;
  readonly database: OpenDatabase;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly inFlightResponses: InFlightResponses;
  /** Null where it has not been built: the API works without. */
  readonly dashboard: DashboardFiles | null;
}

const PARTS = [
  ...[DiscoveryModule, RedisModule, RateLimitModule, JobsModule, AuditModule, ErasureModule],
  ...[OutboxModule, IdempotencyModule, HealthModule, MailModule],
];
const SHARED = [
  ...[BackgroundLog, CredentialChanges, Recorder, Batches, OneTimeTokens, RouteTable, PublicOrigin],
  ...[OutgoingWebhooks, SecretBox],
];

/** The infrastructure that all domains share. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot({
    configuration,
    encryptionKey,
    database,
    logger,
    clock,
    inFlightResponses,
    dashboard,
  }: Dependencies): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        TenancyModule.forRoot(database),
        SignalsModule.forRoot(database),
        ...PARTS,
        OutboundHttpModule.forRoot({
          httpsOnly: configuration.production,
          allowedNetworks: configuration.webhookAllowedNetworks,
        }),
      ],
      providers: [
        { provide: CONFIGURATION, useValue: configuration },
        { provide: ENCRYPTION_KEY, useValue: encryptionKey },
        { provide: PREVIOUS_ENCRYPTION_KEY, useValue: configuration.encryptionKeyPrevious },
        { provide: LOGGER, useValue: logger },
        { provide: CLOCK, useValue: clock },
        { provide: InFlightResponses, useValue: inFlightResponses },
        ...SHARED,
        { provide: DashboardLink, useValue: new DashboardLink(configuration.dashboard && dashboard !== null) },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useValue: createValidationPipe(() => currentContext().bodyProblems) },
        // The scope comes first: responses are stored in it.
        { provide: APP_INTERCEPTOR, useClass: TenantScopeInterceptor },
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
      ],
      exports: [
        CONFIGURATION,
        ENCRYPTION_KEY,
        PREVIOUS_ENCRYPTION_KEY,
        LOGGER,
        CLOCK,
        InFlightResponses,
        ...SHARED,
        DashboardLink,
      ],
    };
  }
}
