import { Module } from '@nestjs/common';
import { MembersModule } from '../members';
import { UsersModule } from '../users';
import { EmailConfirmationPageController } from './email-confirmation-page.controller';
import { EmailConfirmationRecorder } from './email-confirmation.recorder';
import { EmailConfirmationsController } from './email-confirmations.controller';
import { EmailConfirmationsRepository } from './email-confirmations.repository';
import { EmailConfirmations } from './email-confirmations.service';

@Module({
  imports: [MembersModule, UsersModule],
  controllers: [EmailConfirmationsController, EmailConfirmationPageController],
  providers: [EmailConfirmationsRepository, EmailConfirmationRecorder, EmailConfirmations],
  exports: [EmailConfirmations],
})
export class EmailConfirmationsModule {}
