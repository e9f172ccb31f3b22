import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { MemoryThrottlerStorage } from './memory-throttler-storage';

@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [CONFIGURATION],
      useFactory: (configuration: Configuration) => ({
        throttlers: [{ limit: configuration.rateLimit, ttl: configuration.rateLimitWindowSeconds * 1000 }],
        storage: new MemoryThrottlerStorage(),
      }),
    }),
  ],
  exports: [ThrottlerModule],
})
export class RateLimitModule {}
