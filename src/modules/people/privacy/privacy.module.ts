import { Module } from '@nestjs/common';
import { GuestsModule } from '../../planning/guests';
import { OrganizationsModule } from '../organizations';
import { SettingsModule } from '../settings';
import { DueGuestsRepository } from './due-guests.repository';
import { GuestRetention } from './guest-retention';
import { PrivacyController } from './privacy.controller';
import { PrivacyService } from './privacy.service';
import { RetentionPeriods } from './retention-periods';

@Module({
  imports: [OrganizationsModule, SettingsModule, GuestsModule],
  controllers: [PrivacyController],
  providers: [PrivacyService, DueGuestsRepository, RetentionPeriods, GuestRetention],
})
export class PrivacyModule {}
