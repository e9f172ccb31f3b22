export { EmailConfirmationsModule } from './email-confirmations.module';
export { EmailConfirmations } from './email-confirmations.service';
