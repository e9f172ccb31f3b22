import { Injectable } from '@nestjs/common';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import type { Channel, RecipientError } from './notifications.dto';
import { ADDRESS_OF, GUEST } from './recipients.repository';

/** How many recipients have failed for one reason. */
export interface FailureCount {
  error: RecipientError;
  count: number;
}

// Locked before any of its recipients, as when their outcomes are recorded.
const LOCK = new ScopedStatement<{ channel: Channel }>(
  'SELECT channel FROM notifications WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
);

const FAILURES = new ScopedStatement<FailureCount>(
  `SELECT r.error, count(*)::int AS count FROM notification_recipients r
   WHERE r.organization_id = $1 AND r.notification_id = $2 AND r.status = 'failed' GROUP BY r.error
   ORDER BY count(*) DESC, r.error`,
);

/**
 * Queues the failed recipients again whom the message can reach by now. Guests are read anew, because their address may
 * have been corrected; those who are not on the event any more are left out, and so is everybody who may have got the
 * message, or whose address another recipient has.
 */
const retrying = (channel: Channel) =>
  new ScopedStatement(
    `WITH current AS (
       SELECT r.id, r.created_at, CASE WHEN r.guest_id IS NULL THEN r.address ELSE chosen.address END AS address,
         CASE WHEN r.guest_id IS NULL THEN r.address_key ELSE chosen.address_key END AS address_key, chosen.own_values
       FROM notification_recipients r
       LEFT JOIN LATERAL (
         SELECT ${ADDRESS_OF[channel]}, ${GUEST} AS own_values FROM guests g
         WHERE g.organization_id = $1 AND g.id = r.guest_id AND (r.event_guest_id IS NULL OR EXISTS (
           SELECT FROM event_guests eg WHERE eg.organization_id = $1 AND eg.id = r.event_guest_id))
       ) AS chosen ON true
       WHERE r.organization_id = $1 AND r.notification_id = $2 AND r.status = 'failed' AND r.error <> 'outcome_unknown'
     ), reachable AS (
       SELECT DISTINCT ON (current.address_key) current.* FROM current
       WHERE current.address IS NOT NULL
         AND NOT ('${channel}' = 'email' AND EXISTS (
           SELECT FROM notification_suppressions s WHERE s.organization_id = $1 AND s.address_key IN (
             current.address_key, suppression_hash($1, current.address_key))))
         AND NOT EXISTS (
           SELECT FROM notification_recipients other WHERE other.organization_id = $1 AND other.notification_id = $2
             AND other.address_key = current.address_key AND other.id <> current.id)
       ORDER BY current.address_key, current.id
     )
     UPDATE notification_recipients r
     SET status = 'queued', address = reachable.address, address_key = reachable.address_key,
       own_values = reachable.own_values, error = NULL, detail = NULL, handed_over = false, attempts = 0,
       first_attempt_at = NULL, due_at = now(), finished_at = NULL, updated_at = $3
     FROM reachable WHERE r.organization_id = $1 AND r.id = reachable.id`,
  );
const RETRY = { email: retrying('email'), whatsapp: retrying('whatsapp') };

const UNCOUNT = new ScopedStatement(
  `UPDATE notifications SET failed = failed - $3, updated_at = $4,
     status = CASE WHEN status = 'sending' THEN 'sending' ELSE 'queued' END
   WHERE organization_id = $1 AND id = $2`,
);

/** The recipients of the organization in scope whom a notification did not reach. */
@Injectable()
export class RecipientRetriesRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Why recipients have failed, the most frequent reason first. */
  failures(notificationId: string): Promise<FailureCount[]> {
    return this.database.rows(FAILURES, notificationId);
  }

  /** Locks a notification until the unit of work ends. @returns its channel, or null when there is no such one */
  async lock(notificationId: string): Promise<Channel | null> {
    return (await this.unitOfWork.write(LOCK, notificationId)).rows[0]?.channel ?? null;
  }

  /** Queues failed recipients of a locked notification again. @returns how many */
  async retry(notificationId: string, channel: Channel, now: Date): Promise<number> {
    const { rowCount } = await this.unitOfWork.write(RETRY[channel], notificationId, now);
    const count = rowCount ?? 0;
    if (count > 0) await this.unitOfWork.write(UNCOUNT, notificationId, count, now);
    return count;
  }
}
