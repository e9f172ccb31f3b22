import { Module, type OnModuleInit } from '@nestjs/common';
import { Revocations } from '../../../platform/revocation/revocations';
import { MembersModule } from '../../people/members';
import { SessionsModule } from '../sessions';
import { UsersModule } from '../../people/users';
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
  imports: [MembersModule, SessionsModule, UsersModule],
  controllers: [EmailChangesController, EmailConfirmationsController, EmailPageController],
  providers: [
    EmailConfirmationsRepository,
    EmailConfirmationRecorder,
    EmailConfirmationTokens,
    EmailLetters,
    EmailChanges,
    EmailChangeCompletion,
    EmailConfirmations,
  ],
  exports: [EmailConfirmations],
})
export class EmailConfirmationsModule implements OnModuleInit {
  constructor(
    private readonly tokens: EmailConfirmationTokens,
    private readonly revocations: Revocations,
  ) {}

  onModuleInit(): void {
    this.revocations.bind('emailChanges', {
      ofUser: ({ userId }) => this.tokens.endChangesOf(userId),
      ofErasedUser: ({ userId }) => this.tokens.forget(userId),
    });
    this.revocations.bind('emailConfirmations', { ofUser: ({ userId }) => this.tokens.endAllOf(userId) });
  }
}
