import { Module } from '@nestjs/common';
import { Ends } from '../../../platform/revocation/ends.decorator';
import type { Enders } from '../../../platform/revocation/revocations';
import { MembersModule } from '../../people/members';
import { SettingsModule } from '../../people/settings';
import { SessionsModule } from '../sessions';
import { UsersModule } from '../../people/users';
import { ConfirmationLinks } from './confirmation-links.service';
import { EmailChangeCompletion } from './email-change-completion';
import { EmailChangesController } from './email-changes.controller';
import { EmailChanges } from './email-changes.service';
import { EmailConfirmationRecorder } from './email-confirmation.recorder';
import { EmailConfirmationTokens } from './email-confirmation-tokens';
import { EmailConfirmationsController } from './email-confirmations.controller';
import { EmailPageController } from './email-page.controller';
import { EmailConfirmationsRepository } from './email-confirmations.repository';
import { EmailConfirmations } from './email-confirmations.service';
import { EmailLetters } from './email-letters';

@Module({
  imports: [MembersModule, SessionsModule, SettingsModule, UsersModule],
  controllers: [EmailChangesController, EmailConfirmationsController, EmailPageController],
  providers: [
    EmailConfirmationsRepository,
    EmailConfirmationRecorder,
    EmailConfirmationTokens,
    EmailLetters,
    EmailChanges,
    EmailChangeCompletion,
    EmailConfirmations,
    ConfirmationLinks,
  ],
  exports: [ConfirmationLinks],
})
export class EmailConfirmationsModule {
  @Ends('emailChanges') readonly changesEnd: Enders = {
    ofUser: ({ userId }) => this.tokens.endChangesOf(userId),
    ofErasedUser: ({ userId }) => this.tokens.forget(userId),
  };
  @Ends('emailConfirmations') readonly confirmationsEnd: Enders = {
    ofUser: ({ userId }) => this.tokens.endAllOf(userId),
  };

  constructor(private readonly tokens: EmailConfirmationTokens) {}
}
