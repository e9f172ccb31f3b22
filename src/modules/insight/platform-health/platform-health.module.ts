import { Module } from '@nestjs/common';
import { PlatformHealthController } from './platform-health.controller';
import { PlatformHealthRepository } from './platform-health.repository';
import { PlatformHealth } from './platform-health.service';
import { ReplicaHeartbeat } from './replica-heartbeat';

/** What operators see of the service itself. */
@Module({
  controllers: [PlatformHealthController],
  providers: [PlatformHealthRepository, PlatformHealth, ReplicaHeartbeat],
})
export class PlatformHealthModule {}
