import { Module } from '@nestjs/common';
import { MembersModule } from '../../people/members';
import { OrganizationsModule } from '../../people/organizations';
import { MailLimitMetrics } from './mail-limit-metrics';
import { MailLimitsRepository } from './mail-limits.repository';
import { MailLimits } from './mail-limits.service';
import { MailPauseNotices } from './mail-pause-notices';
import { MailPauseRecorder } from './mail-pause.recorder';
import { MailPausesController } from './mail-pauses.controller';
import { MailPausesRepository } from './mail-pauses.repository';
import { MailPauses } from './mail-pauses.service';

const LIMITS = [MailLimitsRepository, MailLimitMetrics, MailLimits];
const PAUSES = [MailPausesRepository, MailPauseNotices, MailPauseRecorder, MailPauses];

@Module({
  imports: [OrganizationsModule, MembersModule],
  controllers: [MailPausesController],
  providers: [...LIMITS, ...PAUSES],
  exports: [MailLimits, MailPauses],
})
export class MailLimitsModule {}
