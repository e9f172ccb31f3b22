import { Injectable } from '@nestjs/common';
import { named } from '../../platform/database/named';
import { UnscopedStatement } from '../../platform/tenancy/statement';
import { select, type RowOf } from '../../platform/tenancy/table';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { EmailConfirmation } from './email-confirmation.entity';

export const EMAIL_CONFIRMATION_REASON = 'e-mail addresses belong to users, not to organizations';

const CONFIRMATION = select(EmailConfirmation, 'c', 'userId', 'newEmail', 'sessionId');

/** A token that is still valid. */
export type LiveConfirmation = RowOf<typeof CONFIRMATION>;

const LIVE = new UnscopedStatement<LiveConfirmation>(
  EMAIL_CONFIRMATION_REASON,
  `SELECT ${CONFIRMATION.columns} FROM ${CONFIRMATION.from}
   WHERE c.token_hash = $1 AND c.ended_at IS NULL AND c.expires_at > $2`,
);
const LIVE_BY_CANCEL = new UnscopedStatement<LiveConfirmation>(
  EMAIL_CONFIRMATION_REASON,
  `SELECT ${CONFIRMATION.columns} FROM ${CONFIRMATION.from}
   WHERE c.cancel_hash = $1 AND c.ended_at IS NULL AND c.expires_at > $2`,
);
const RESENT = new UnscopedStatement(
  EMAIL_CONFIRMATION_REASON,
  `SELECT count(*)::int AS count, min(created_at) AS first FROM email_confirmations
   WHERE user_id = $1 AND resent AND created_at > $2`,
);
const USE = named(`UPDATE email_confirmations SET ended_at = $2
   WHERE token_hash = $1 AND ended_at IS NULL AND expires_at > $2`);
const USE_CANCEL = named(`UPDATE email_confirmations SET ended_at = $2
   WHERE cancel_hash = $1 AND ended_at IS NULL AND expires_at > $2`);
const END_CHANGES_OF = named(`UPDATE email_confirmations SET ended_at = $2
   WHERE user_id = $1 AND ended_at IS NULL AND cancel_hash IS NOT NULL`);
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
  findLive(tokenHash: Buffer, now: Date): Promise<LiveConfirmation | null> {
    return this.database.unscopedRow(LIVE, tokenHash, now);
  }

  /** Whose change of address a token stops; null when it is not valid (any more). */
  findByCancel(cancelHash: Buffer, now: Date): Promise<LiveConfirmation | null> {
    return this.database.unscopedRow(LIVE_BY_CANCEL, cancelHash, now);
  }

  /** How many tokens a user asked for after `since`, and when the first of them. */
  async resentSince(userId: string, since: Date): Promise<{ count: number; first: string | null }> {
    return (await this.database.unscopedRow<{ count: number; first: string | null }>(RESENT, userId, since))!;
  }

  /** Spends a token; says whether it was valid. */
  async use(tokenHash: Buffer, now: Date): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(USE, tokenHash, now)).rowCount ?? 0) > 0;
  }

  /** Spends a token that stops a change; says whether it was valid. */
  async useCancel(cancelHash: Buffer, now: Date): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(USE_CANCEL, cancelHash, now)).rowCount ?? 0) > 0;
  }

  /** Ends the changes of address that wait; says how many there were. */
  async endChangesOf(userId: string, now: Date): Promise<number> {
    return (await this.unitOfWork.writeUnscoped(END_CHANGES_OF, userId, now)).rowCount ?? 0;
  }

  /** Says how many there were. */
  async endAllOf(userId: string, now: Date): Promise<number> {
    return (await this.unitOfWork.writeUnscoped(END_ALL_OF, userId, now)).rowCount ?? 0;
  }

  /** Deletes all of a user's; returns them with the addresses that they wanted to have. */
  async forget(userId: string): Promise<Pick<EmailConfirmation, 'newEmail'>[]> {
    return (await this.unitOfWork.writeUnscoped(FORGET, userId)).rows;
  }
}
