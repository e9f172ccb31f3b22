import { Global, Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { Metrics, RequestMetrics } from '../metrics/metrics';
import { Readiness } from './readiness';

@Global()
@Module({
  controllers: [HealthController],
  providers: [Metrics, RequestMetrics, Readiness],
  exports: [Metrics, RequestMetrics],
})
export class HealthModule {}
