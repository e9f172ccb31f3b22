export { EmailConfirmationsModule } from './email-confirmations.module';
export { ConfirmationLinks } from './confirmation-links.service';
