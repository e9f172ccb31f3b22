export { MailLimits } from './mail-limits.service';
export { MailLimitsModule } from './mail-limits.module';
export { MailPauses } from './mail-pauses.service';
export type { OrganizationOutcomes } from './mail-pauses.repository';
