import { Module } from '@nestjs/common';
import { MailLimitMetrics } from './mail-limit-metrics';
import { MailLimitsRepository } from './mail-limits.repository';
import { MailLimits } from './mail-limits.service';

@Module({
  providers: [MailLimitsRepository, MailLimitMetrics, MailLimits],
  exports: [MailLimits],
})
export class MailLimitsModule {}
