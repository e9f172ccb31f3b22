export { MailLimits } from './mail-limits.service';
export { MailLimitsModule } from './mail-limits.module';
