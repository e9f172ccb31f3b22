import { Injectable } from '@nestjs/common';
import { named } from '../../platform/database/named';
import { UnscopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';

export const PASSWORD_RESET_REASON = 'passwords belong to users, not to organizations';

/** A request for a new password, as it came; whether there is such an account is found out later. */
export interface ResetRequest {
  id: string;
  emailKey: string;
  ip: string | null;
  userAgent: string | null;
  requestId: string;
}

/** A token that was mailed. */
interface NewReset {
  id: string;
  userId: string;
  tokenHash: Buffer;
  /** The caller's network. */
  requestedFrom: string;
  createdAt: Date;
  expiresAt: Date;
}

const NEXT_REQUEST = new UnscopedStatement(
  PASSWORD_RESET_REASON,
  `SELECT id, email_key AS "emailKey", ip, user_agent AS "userAgent", request_id AS "requestId"
   FROM password_reset_requests WHERE id > $1 AND created_at > $2 ORDER BY id LIMIT 1`,
);
const LIVE = new UnscopedStatement(
  PASSWORD_RESET_REASON,
  `SELECT user_id AS "userId" FROM password_resets WHERE token_hash = $1 AND ended_at IS NULL AND expires_at > $2`,
);
const RECENT = new UnscopedStatement(
  PASSWORD_RESET_REASON,
  `SELECT count(*)::int AS all, count(*) FILTER (WHERE requested_from = $2)::int AS "fromThere"
   FROM password_resets WHERE user_id = $1 AND created_at > $3`,
);

const ADD_REQUEST = named(`INSERT INTO password_reset_requests (id, email_key, ip, user_agent, request_id, created_at)
    VALUES ($1, $2, $3, $4, $5, $6)`);
// SKIP LOCKED skips requests that another replica is processing.
const TAKE_REQUEST = named(`DELETE FROM password_reset_requests
    WHERE id = (SELECT id FROM password_reset_requests WHERE id = $1 FOR UPDATE SKIP LOCKED)`);
const ADD_TOKEN = named(`INSERT INTO password_resets (id, user_id, token_hash, requested_from, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6)`);
const USE = named(`UPDATE password_resets SET ended_at = $2 WHERE token_hash = $1 AND user_id = $3
    AND ended_at IS NULL AND expires_at > $2`);
const END_ALL_OF = named(`UPDATE password_resets SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL`);

/** All queries of password resets. Writes happen inside an unscoped unit of work. */
@Injectable()
export class PasswordResetRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Stores a request. */
  async add({ id, emailKey, ip, userAgent, requestId }: ResetRequest, now: Date): Promise<void> {
    await this.unitOfWork.writeUnscoped(ADD_REQUEST, id, emailKey, ip, userAgent, requestId, now);
  }

  /** The oldest request after another one (in the order of ids) that was made after `since`. */
  next(behind: string, since: Date): Promise<ResetRequest | null> {
    return this.database.unscopedRow<ResetRequest>(NEXT_REQUEST, behind, since);
  }

  /** Removes a request; false when somebody else is at it, or was. */
  async take(id: string): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(TAKE_REQUEST, id)).rowCount ?? 0) > 0;
  }

  /** How many tokens were mailed to a user after `since`, and how many of those for one network. */
  async countSince(userId: string, network: string, since: Date): Promise<{ all: number; fromThere: number }> {
    type Counts = { all: number; fromThere: number };
    return (await this.database.unscopedRow<Counts>(RECENT, userId, network, since))!;
  }

  async addToken({ id, userId, tokenHash, requestedFrom, createdAt, expiresAt }: NewReset): Promise<void> {
    const values = [id, userId, tokenHash, requestedFrom, createdAt, expiresAt];
    await this.unitOfWork.writeUnscoped(ADD_TOKEN, ...values);
  }

  /** Whose password a token resets, or null when it is not valid (any more). */
  async userOf(tokenHash: Buffer, now: Date): Promise<string | null> {
    return (await this.database.unscopedRow<{ userId: string }>(LIVE, tokenHash, now))?.userId ?? null;
  }

  /** Spends a token; says whether it was good. */
  async use(tokenHash: Buffer, userId: string, now: Date): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(USE, tokenHash, now, userId)).rowCount ?? 0) > 0;
  }

  async endAllOf(userId: string, now: Date): Promise<void> {
    await this.unitOfWork.writeUnscoped(END_ALL_OF, userId, now);
  }
}
