import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { onlyRow } from '../../../platform/database/only-row';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';

/** The owner of an account, and how many notices of a kind they got today, this one included. */
export interface NoticeRecipient {
  name: string;
  email: string;
  emailProvenAt: string | null;
  notices: number;
}

/** Whether a user has signed in from a device before, and from any. */
export interface Acquaintance {
  known: boolean;
  any: boolean;
}

const COUNT = named<NoticeRecipient>(`
  WITH counted AS (
    INSERT INTO security_notice_counts AS c (user_id, kind, notices, window_ends_at) VALUES ($1, $2, 1, $4)
    ON CONFLICT (user_id, kind) DO UPDATE SET
      notices = CASE WHEN c.window_ends_at <= $3 THEN 1 ELSE c.notices + 1 END,
      window_ends_at = CASE WHEN c.window_ends_at <= $3 THEN $4 ELSE c.window_ends_at END
    RETURNING notices
  )
  SELECT u.name, u.email, u.email_proven_at AS "emailProvenAt", c.notices FROM users u, counted c WHERE u.id = $1`);
// The SELECT sees the previous devices. A device that is used daily is not written daily.
const REMEMBER = named<Acquaintance>(`
  WITH remembered AS (
    INSERT INTO known_devices AS d (user_id, device_hash, last_used_at) VALUES ($1, $2, $3)
    ON CONFLICT (user_id, device_hash) DO UPDATE SET last_used_at = $3 WHERE d.last_used_at < $3 - interval '1 day'
  )
  SELECT coalesce(bool_or(device_hash = $2), false) AS known, count(*) > 0 AS "any" FROM known_devices WHERE user_id = $1`);

const FORGET = named('DELETE FROM security_notice_counts WHERE user_id = $1');

/** All queries of notices and known devices. They run inside the caller's unscoped unit of work. */
@Injectable()
export class SecurityNoticesRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Counts a notice to a user. @param windowEndsAt of a count that begins now */
  async count(userId: string, kind: string, at: Date, windowEndsAt: Date): Promise<NoticeRecipient> {
    return onlyRow(await this.unitOfWork.writeUnscoped(COUNT, userId, kind, at, windowEndsAt));
  }

  async forget(userId: string): Promise<void> {
    await this.unitOfWork.writeUnscoped(FORGET, userId);
  }

  async rememberDevice(userId: string, deviceHash: Buffer, at: Date): Promise<Acquaintance> {
    return onlyRow(await this.unitOfWork.writeUnscoped(REMEMBER, userId, deviceHash, at));
  }
}
