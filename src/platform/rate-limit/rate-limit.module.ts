import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { Redis } from '../redis/redis';
import { MemoryThrottlerStorage } from './memory-throttler-storage';
import { RateLimit } from './rate-limit';
import { RedisThrottlerStorage } from './redis-throttler-storage';

@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [CONFIGURATION, Redis],
      useFactory: (configuration: Configuration, redis: Redis) => ({
        throttlers: [{ limit: configuration.rateLimit, ttl: configuration.rateLimitWindowSeconds * 1000 }],
        storage: configuration.redisUrl === null ? new MemoryThrottlerStorage() : new RedisThrottlerStorage(redis),
      }),
    }),
  ],
  providers: [RateLimit],
  exports: [RateLimit],
})
export class RateLimitModule {}
