import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { NIL_ID } from '../../../kernel/ids';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { GuestsService, type ErasedGuest } from '../../planning/guests';
import { NotificationQueue } from './notification-queue';
import { RecipientValues } from './recipient-values';
import { ScheduleRepository } from './schedule.repository';

/** What a column says of all recipients who are the person; by two indexes, which a condition with OR could not use. */
const theirs = (column: string) => `ARRAY(
     SELECT ${column} FROM notification_recipients WHERE organization_id = $1 AND guest_id = $2
     UNION ALL
     SELECT ${column} FROM notification_recipients WHERE organization_id = $1 AND address_key = $3 AND guest_id IS NULL)`;

/** In the order of their ids, as whoever counts results locks them. */
const LOCK = new ScopedStatement(
  `SELECT n.id FROM notifications n WHERE n.organization_id = $1 AND n.id = ANY (${theirs('notification_id')})
   ORDER BY n.id FOR NO KEY UPDATE`,
);
/** Those who wait are not sent to; of one who is being sent to, the result is still counted. */
const FORGET = new ScopedStatement<{ id: string; status: string }>(
  `WITH theirs AS (
     SELECT r.id, r.status FROM notification_recipients r
     WHERE r.organization_id = $1 AND r.id = ANY (${theirs('id')}) FOR UPDATE
   ), forgotten AS (
     UPDATE notification_recipients r SET address_key = NULL, encrypted_address = NULL, encrypted_values = NULL,
       detail = NULL, updated_at = $4,
       status = CASE WHEN theirs.status = 'queued' THEN 'failed' ELSE r.status END,
       error = CASE WHEN theirs.status = 'queued' THEN 'no_address' ELSE r.error END,
       finished_at = CASE WHEN theirs.status = 'queued' THEN now() ELSE r.finished_at END
     FROM theirs WHERE r.organization_id = $1 AND r.id = theirs.id
     RETURNING r.notification_id, theirs.status = 'queued' AS waited
   ), counted AS (
     SELECT notification_id, count(*)::int AS failed FROM forgotten WHERE waited GROUP BY notification_id
   )
   UPDATE notifications n SET failed = n.failed + counted.failed, updated_at = $4, status = CASE
       WHEN n.sent + n.failed + counted.failed < n.total THEN n.status
       WHEN n.sent = 0 THEN 'failed' ELSE 'partly_failed' END
   FROM counted WHERE n.organization_id = $1 AND n.id = counted.notification_id
   RETURNING n.id, n.status`,
);
/** Whoever unsubscribed stays unsubscribed: the address is compared by its hash from now on. */
const HASH_SUPPRESSION = new ScopedStatement(
  `UPDATE notification_suppressions s
   SET address = 'erased@erased.invalid', address_key = suppression_hash(s.organization_id, s.address_key), updated_at = $3
   WHERE s.organization_id = $1 AND s.address_key = $2 AND NOT EXISTS (
     SELECT FROM notification_suppressions o
     WHERE o.organization_id = $1 AND o.address_key = suppression_hash(s.organization_id, s.address_key))`,
);
const DROP_SUPPRESSION = new ScopedStatement(
  'DELETE FROM notification_suppressions WHERE organization_id = $1 AND address_key = $2',
);

/** Forgets guests as recipients of messages, whether these were sent or wait. */
@Injectable()
export class RecipientErasure {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly guests: GuestsService,
    private readonly queue: NotificationQueue,
    private readonly values: RecipientValues,
    private readonly schedule: ScheduleRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Messages to the address of a user or a contact, unless it is a guest's: which the organization knows anyway. */
  async forgetAddress(emailKey: string | null): Promise<void> {
    if (emailKey === null || (await this.guests.hasEmail(emailKey))) return;
    await this.forget({ id: NIL_ID, emailKey });
  }

  async forget({ id, emailKey }: Pick<ErasedGuest, 'id' | 'emailKey'>): Promise<void> {
    const now = this.clock.now();
    const hash = await this.values.addressHashOf(emailKey);
    await this.unitOfWork.write(LOCK, id, hash);
    const { rows } = await this.unitOfWork.write(FORGET, id, hash, now);
    for (const { id: notificationId, status } of rows) {
      if (!['failed', 'partly_failed'].includes(status)) continue;
      await this.queue.complete(notificationId);
    }
    await this.schedule.forget(hash);
    if (emailKey === null) return;
    await this.unitOfWork.write(HASH_SUPPRESSION, emailKey, now);
    // Left where the address was erased, came back and unsubscribed again: the hash is there already.
    await this.unitOfWork.write(DROP_SUPPRESSION, emailKey);
  }
}
