import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../database/open-database';
import { LOGGER } from '../logging/logger';
import { Redis } from '../redis/redis';
import { NoSignalTransport } from './no-signal-transport';
import { PostgresSignalTransport } from './postgres-signal-transport';
import { RedisSignalTransport } from './redis-signal-transport';
import { SIGNAL_TRANSPORT } from './signal-transport';
import { Signals } from './signals';

@Global()
@Module({})
export class SignalsModule {
  static forRoot({ openListener }: OpenDatabase): DynamicModule {
    return {
      module: SignalsModule,
      providers: [
        {
          provide: SIGNAL_TRANSPORT,
          inject: [LOGGER, Redis],
          useFactory: (logger: Logger, redis: Redis) => {
            const database =
              openListener === null ? new NoSignalTransport() : new PostgresSignalTransport(openListener, logger);
            return redis.status === 'not_configured' ? database : new RedisSignalTransport(redis, database);
          },
        },
        Signals,
      ],
      exports: [Signals],
    };
  }
}
