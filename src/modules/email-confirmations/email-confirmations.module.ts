import { Module, type OnModuleInit } from '@nestjs/common';
import { UserErasureHooks } from '../../platform/erasure/user-erasure-hooks';
import { MembersModule } from '../members';
import { UsersModule } from '../users';
import { EmailChangesController } from './email-changes.controller';
import { EmailConfirmationPageController } from './email-confirmation-page.controller';
import { EmailConfirmationRecorder } from './email-confirmation.recorder';
import { EmailConfirmationsController } from './email-confirmations.controller';
import { EmailConfirmationsRepository } from './email-confirmations.repository';
import { EmailConfirmations } from './email-confirmations.service';

@Module({
  imports: [MembersModule, UsersModule],
  controllers: [EmailChangesController, EmailConfirmationsController, EmailConfirmationPageController],
  providers: [EmailConfirmationsRepository, EmailConfirmationRecorder, EmailConfirmations],
  exports: [EmailConfirmations],
})
export class EmailConfirmationsModule implements OnModuleInit {
  constructor(
    private readonly confirmations: EmailConfirmations,
    private readonly erasures: UserErasureHooks,
  ) {}

  onModuleInit(): void {
    this.erasures.register(({ id }) => this.confirmations.forget(id));
  }
}
