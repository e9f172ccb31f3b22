import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { onlyRow } from '../../../platform/database/only-row';
import { select, columnsOf, tableOf } from '../../../platform/database/table';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { KnownDevice } from './known-device.entity';
import { SecurityNoticeCount } from './security-notice-count.entity';
import { User } from '../../people/users/user.entity';

const USER = columnsOf(User, 'u');

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

const { fields: notice } = tableOf(SecurityNoticeCount);
const COUNT = named<NoticeRecipient>(`
  WITH counted AS (
    INSERT INTO security_notice_counts AS c (${notice.userId}, ${notice.kind}, ${notice.notices},
      ${notice.windowEndsAt}) VALUES ($1, $2, 1, $4)
    ON CONFLICT (${notice.userId}, ${notice.kind}) DO UPDATE SET
      ${notice.notices} = CASE WHEN c.${notice.windowEndsAt} <= $3 THEN 1 ELSE c.${notice.notices} + 1 END,
      ${notice.windowEndsAt} = CASE WHEN c.${notice.windowEndsAt} <= $3 THEN $4 ELSE c.${notice.windowEndsAt} END
    RETURNING ${notice.notices}
  )
  SELECT ${select(User, 'u', 'name', 'email', 'emailProvenAt').columns}, c.${notice.notices} FROM users u, counted c
    WHERE ${USER.id} = $1`);
const { fields: device } = tableOf(KnownDevice);
// The SELECT sees the previous devices. A device that is used daily is not written daily.
const REMEMBER = named<Acquaintance>(`
  WITH remembered AS (
    INSERT INTO known_devices AS d (${device.userId}, ${device.deviceHash}, ${device.lastUsedAt}) VALUES ($1, $2, $3)
    ON CONFLICT (${device.userId}, ${device.deviceHash}) DO UPDATE SET ${device.lastUsedAt} = $3
      WHERE d.${device.lastUsedAt} < $3 - interval '1 day'
  )
  SELECT coalesce(bool_or(${device.deviceHash} = $2), false) AS known, count(*) > 0 AS "any" FROM known_devices
    WHERE ${device.userId} = $1`);

const FORGET = named(`DELETE FROM security_notice_counts WHERE ${notice.userId} = $1`);

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
