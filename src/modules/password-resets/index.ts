export { AccountHandover } from './account-handover.service';
export { PasswordResetTokens } from './password-reset-tokens';
export { PasswordResetsModule } from './password-resets.module';
