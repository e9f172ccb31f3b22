export { AccountHandover } from './account-handover.service';
export { PasswordResetsModule } from './password-resets.module';
export { PasswordResetRequests } from './password-reset-requests';
