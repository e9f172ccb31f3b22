import { Email, Flag, Id, Text, Timestamp } from '../../../platform/fields/fields';
import { PageQuery } from '../../../platform/fields/page.query';

export class SuppressionsQuery extends PageQuery {
  @Email({ presence: 'optional', description: 'This address, ignoring case.' }) address?: string;
}

/** An address that gets no e-mail from the organization any more. */
export class SuppressionView {
  @Id() readonly id: string;
  @Email({ example: 'ada@example.com' }) readonly address: string;
  @Timestamp({ description: 'When they unsubscribed.' }) readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** What people see who follow a link to unsubscribe. */
export class UnsubscriptionView {
  @Text({ max: 200, description: "The organization's name.", example: 'Alpine Tours' }) readonly organization: string;
  @Email({ example: 'ada@example.com' }) readonly address: string;
  @Flag({ description: 'Whether it gets no e-mail from the organization any more.' }) readonly unsubscribed: boolean;
}
