import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { MemoryThrottlerStorage } from './memory-throttler-storage';
import { RateLimit } from './rate-limit';

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
  providers: [RateLimit],
  exports: [RateLimit],
})
export class RateLimitModule {}
