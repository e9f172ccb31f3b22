import { Injectable } from '@nestjs/common';
import { named } from '../../platform/database/named';
import { UnscopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { EmailConfirmation } from './email-confirmation.entity';

export const EMAIL_CONFIRMATION_REASON = 'e-mail addresses belong to users, not to organizations';

const LIVE = new UnscopedStatement<Pick<EmailConfirmation, 'userId' | 'newEmail'>>(
  EMAIL_CONFIRMATION_REASON,
  `SELECT user_id AS "userId", new_email AS "newEmail" FROM email_confirmations WHERE token_hash = $1 AND ended_at IS NULL AND expires_at > $2`,
);
const RESENT = new UnscopedStatement(
  EMAIL_CONFIRMATION_REASON,
  `SELECT count(*)::int AS count, min(created_at) AS first FROM email_confirmations
   WHERE user_id = $1 AND resent AND created_at > $2`,
);
const USE = named(`UPDATE email_confirmations SET ended_at = $2
   WHERE token_hash = $1 AND ended_at IS NULL AND expires_at > $2`);
const END_ALL_OF = named('UPDATE email_confirmations SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL');

const FORGET = named<Pick<EmailConfirmation, 'newEmail'>>(
  'DELETE FROM email_confirmations WHERE user_id = $1 RETURNING new_email AS "newEmail"',
);

/** All queries of confirmations. Writes happen inside an unscoped unit of work. */
@Injectable()
export class EmailConfirmationsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async insert(confirmation: EmailConfirmation): Promise<void> {
    await this.unitOfWork.insert(EmailConfirmation, confirmation);
  }

  /** Whose address a token confirms, and which; null when it is not valid (any more). */
  findLive(tokenHash: Buffer, now: Date): Promise<Pick<EmailConfirmation, 'userId' | 'newEmail'> | null> {
    return this.database.unscopedRow(LIVE, tokenHash, now);
  }

  /** How many tokens a user asked for after `since`, and when the first of them. */
  async resentSince(userId: string, since: Date): Promise<{ count: number; first: string | null }> {
    return (await this.database.unscopedRow<{ count: number; first: string | null }>(RESENT, userId, since))!;
  }

  /** Spends a token; says whether it was valid. */
  async use(tokenHash: Buffer, now: Date): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(USE, tokenHash, now)).rowCount ?? 0) > 0;
  }

  async endAllOf(userId: string, now: Date): Promise<void> {
    await this.unitOfWork.writeUnscoped(END_ALL_OF, userId, now);
  }

  /** Deletes all of a user's; returns the addresses that they wanted to have. */
  async forget(userId: string): Promise<string[]> {
    const { rows } = await this.unitOfWork.writeUnscoped(FORGET, userId);
    return rows.flatMap(({ newEmail }) => newEmail ?? []);
  }
}
