import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { OpenDatabase } from '../database/open-database';
import { BackgroundLog } from '../logging/background-log';
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
          inject: [BackgroundLog, Redis],
          useFactory: (log: BackgroundLog, redis: Redis) => {
            const database =
              openListener === null ? new NoSignalTransport() : new PostgresSignalTransport(openListener, log);
            return redis.status === 'not_configured' ? database : new RedisSignalTransport(redis, database);
          },
        },
        Signals,
      ],
      exports: [Signals],
    };
  }
}
