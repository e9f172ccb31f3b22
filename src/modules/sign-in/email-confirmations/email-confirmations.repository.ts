import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EmailConfirmation } from './email-confirmation.entity';
import { columnsOf } from '../../../platform/database/table';

const EMAIL_CONFIRMATION = columnsOf(EmailConfirmation);

export const EMAIL_CONFIRMATION_REASON = 'e-mail addresses belong to users, not to organizations';

const RESENT = new UnscopedStatement(
  EMAIL_CONFIRMATION_REASON,
  `SELECT count(*)::int AS count, min(${EMAIL_CONFIRMATION.createdAt}) AS first FROM email_confirmations
   WHERE ${EMAIL_CONFIRMATION.userId} = $1 AND ${EMAIL_CONFIRMATION.resent} AND ${EMAIL_CONFIRMATION.createdAt} > $2`,
);
const FORGET = named<Pick<EmailConfirmation, 'newEmail'>>(
  `DELETE FROM email_confirmations WHERE ${EMAIL_CONFIRMATION.userId} = $1
   RETURNING ${EMAIL_CONFIRMATION.newEmail} AS "newEmail"`,
);

/** All queries of confirmations. Writes happen inside an unscoped unit of work. */
@Injectable()
export class EmailConfirmationsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** How many tokens a user asked for after `since`, and when the first of them. */
  async resentSince(userId: string, since: Date): Promise<{ count: number; first: string | null }> {
    return this.database.unscopedOnly<{ count: number; first: string | null }>(RESENT, userId, since);
  }

  /** Deletes all of a user's; returns them with the addresses that they wanted to have. */
  async forget(userId: string): Promise<Pick<EmailConfirmation, 'newEmail'>[]> {
    return (await this.unitOfWork.writeUnscoped(FORGET, userId)).rows;
  }
}
