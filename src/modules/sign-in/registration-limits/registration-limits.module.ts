import { Module } from '@nestjs/common';
import { RegistrationCountsRepository } from './registration-counts.repository';
import { RegistrationLimits } from './registration-limits.service';
import { RegistrationMetrics } from './registration-metrics';

@Module({
  providers: [RegistrationCountsRepository, RegistrationMetrics, RegistrationLimits],
  exports: [RegistrationLimits],
})
export class RegistrationLimitsModule {}
