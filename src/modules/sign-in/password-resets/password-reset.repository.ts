import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAllBut, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { PasswordResetRequest } from './password-reset-request.entity';
import { PasswordReset } from './password-reset.entity';

const PASSWORD_RESET_REQUEST = columnsOf(PasswordResetRequest, 'r');
const BARE_PASSWORD_RESET_REQUEST = columnsOf(PasswordResetRequest);
const PASSWORD_RESET = columnsOf(PasswordReset);

export const PASSWORD_RESET_REASON = 'passwords belong to users, not to organizations';

/** A request for a new password, as it came; whether there is such an account is found out later. */
export type ResetRequest = Omit<PasswordResetRequest, 'createdAt'>;

const REQUEST = selectAllBut(PasswordResetRequest, 'r', 'createdAt');
const NEXT_REQUEST = new UnscopedStatement<RowOf<typeof REQUEST>>(
  PASSWORD_RESET_REASON,
  `SELECT ${REQUEST.columns} FROM ${REQUEST.from}
   WHERE ${PASSWORD_RESET_REQUEST.id} > $1 AND ${PASSWORD_RESET_REQUEST.createdAt} > $2
   ORDER BY ${PASSWORD_RESET_REQUEST.id} LIMIT 1`,
);
const RECENT = new UnscopedStatement(
  PASSWORD_RESET_REASON,
  `SELECT count(*)::int AS all, count(*) FILTER (WHERE ${PASSWORD_RESET.requestedFrom} = $2)::int AS "fromThere"
   FROM password_resets WHERE ${PASSWORD_RESET.userId} = $1 AND ${PASSWORD_RESET.createdAt} > $3`,
);

// SKIP LOCKED skips requests that another replica is processing.
const TAKE_REQUEST = named(`DELETE FROM password_reset_requests
    WHERE ${BARE_PASSWORD_RESET_REQUEST.id} = (SELECT ${BARE_PASSWORD_RESET_REQUEST.id} FROM password_reset_requests
      WHERE ${BARE_PASSWORD_RESET_REQUEST.id} = $1 FOR UPDATE SKIP LOCKED)`);
const FORGET_REQUESTS = named(`DELETE FROM password_reset_requests WHERE ${BARE_PASSWORD_RESET_REQUEST.emailKey} = $1`);

/** All queries of password resets. Writes happen inside an unscoped unit of work. */
@Injectable()
export class PasswordResetRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Stores a request. */
  async add(request: ResetRequest, now: Date): Promise<void> {
    await this.unitOfWork.insert(PasswordResetRequest, { ...request, createdAt: now });
  }

  /** The oldest request after another one (in the order of ids) that was made after `since`. */
  next(behind: string, since: Date): Promise<ResetRequest | null> {
    return this.database.unscopedRow(NEXT_REQUEST, behind, since);
  }

  /** Removes a request; false when somebody else is at it, or was. */
  async take(id: string): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(TAKE_REQUEST, id)).rowCount ?? 0) > 0;
  }

  /** How many tokens were mailed to a user after `since`, and how many of those for one network. */
  async countSince(userId: string, network: string, since: Date): Promise<{ all: number; fromThere: number }> {
    type Counts = { all: number; fromThere: number };
    return this.database.unscopedOnly<Counts>(RECENT, userId, network, since);
  }

  /** Deletes the requests for an address that wait. */
  async forgetRequests(emailKey: string): Promise<void> {
    await this.unitOfWork.writeUnscoped(FORGET_REQUESTS, emailKey);
  }
}
