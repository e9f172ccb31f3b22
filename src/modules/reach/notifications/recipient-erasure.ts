import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { NIL_ID } from '../../../kernel/ids';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { GuestsService, type ErasedGuest } from '../../planning/guests';
import { NotificationQueue } from './notification-queue';
import { RecipientValues } from './recipient-values';
import { ScheduleRepository } from './schedule.repository';
import { columnsOf } from '../../../platform/database/table';
import { NotificationRecipient } from './notification-recipient.entity';
import { Notification } from './notification.entity';
import { NotificationSuppression } from './notification-suppression.entity';

const NOTIFICATION = columnsOf(Notification, 'n');
const NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient, 'r');
const NOTIFICATION_SUPPRESSION = columnsOf(NotificationSuppression, 's');
const OTHER_NOTIFICATION_SUPPRESSION = columnsOf(NotificationSuppression, 'o');
const BARE_NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient);
const BARE_NOTIFICATION_SUPPRESSION = columnsOf(NotificationSuppression);
const BARE_NOTIFICATION = columnsOf(Notification);

/** What a column says of all recipients who are the person; by two indexes, which a condition with OR could not use. */
const theirs = (column: string) => `ARRAY(
     SELECT ${column} FROM notification_recipients
     WHERE ${BARE_NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${BARE_NOTIFICATION_RECIPIENT.guestId} = $2
     UNION ALL
     SELECT ${column} FROM notification_recipients
     WHERE ${BARE_NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${BARE_NOTIFICATION_RECIPIENT.addressKey} = $3
       AND ${BARE_NOTIFICATION_RECIPIENT.guestId} IS NULL)`;
const THEIR_NOTIFICATIONS = theirs(BARE_NOTIFICATION_RECIPIENT.notificationId);
const THEIR_IDS = theirs(BARE_NOTIFICATION_RECIPIENT.id);

/** In the order of their ids, as whoever counts results locks them. */
const LOCK = new ScopedStatement(
  `SELECT ${NOTIFICATION.id} FROM notifications n
   WHERE ${NOTIFICATION.organizationId} = $1 AND ${NOTIFICATION.id} = ANY (${THEIR_NOTIFICATIONS})
   ORDER BY ${NOTIFICATION.id} FOR NO KEY UPDATE`,
);
/** Those who wait are not sent to; of one who is being sent to, the result is still counted. */
const FORGET = new ScopedStatement<{ id: string; status: string }>(
  `WITH theirs AS (
     SELECT ${NOTIFICATION_RECIPIENT.id}, ${NOTIFICATION_RECIPIENT.status} FROM notification_recipients r
     WHERE ${NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${NOTIFICATION_RECIPIENT.id} = ANY (${THEIR_IDS})
     FOR UPDATE
   ), forgotten AS (
     UPDATE notification_recipients r
     SET ${BARE_NOTIFICATION_RECIPIENT.addressKey} = NULL, ${BARE_NOTIFICATION_RECIPIENT.encryptedAddress} = NULL,
       ${BARE_NOTIFICATION_RECIPIENT.encryptedValues} = NULL, ${BARE_NOTIFICATION_RECIPIENT.detail} = NULL,
       ${BARE_NOTIFICATION_RECIPIENT.updatedAt} = $4,
       ${BARE_NOTIFICATION_RECIPIENT.status} =
         CASE WHEN theirs.status = 'queued' THEN 'failed' ELSE ${NOTIFICATION_RECIPIENT.status} END,
       ${BARE_NOTIFICATION_RECIPIENT.error} =
         CASE WHEN theirs.status = 'queued' THEN 'no_address' ELSE ${NOTIFICATION_RECIPIENT.error} END,
       ${BARE_NOTIFICATION_RECIPIENT.finishedAt} =
         CASE WHEN theirs.status = 'queued' THEN now() ELSE ${NOTIFICATION_RECIPIENT.finishedAt} END
     FROM theirs WHERE ${NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${NOTIFICATION_RECIPIENT.id} = theirs.id
     RETURNING ${NOTIFICATION_RECIPIENT.notificationId}, theirs.status = 'queued' AS waited
   ), counted AS (
     SELECT ${BARE_NOTIFICATION_RECIPIENT.notificationId}, count(*)::int AS failed FROM forgotten
     WHERE waited GROUP BY ${BARE_NOTIFICATION_RECIPIENT.notificationId}
   )
   UPDATE notifications n
   SET ${BARE_NOTIFICATION.failed} = ${NOTIFICATION.failed} + counted.failed, ${BARE_NOTIFICATION.updatedAt} = $4,
     ${BARE_NOTIFICATION.status} = CASE
       WHEN ${NOTIFICATION.sent} + ${NOTIFICATION.failed} + counted.failed < ${NOTIFICATION.total}
       THEN ${NOTIFICATION.status}
       WHEN ${NOTIFICATION.sent} = 0 THEN 'failed' ELSE 'partly_failed' END
   FROM counted WHERE ${NOTIFICATION.organizationId} = $1 AND ${NOTIFICATION.id} = counted.notification_id
   RETURNING ${NOTIFICATION.id}, ${NOTIFICATION.status}`,
);
/** Whoever unsubscribed stays unsubscribed: the address is compared by its hash from now on. */
const HASH_SUPPRESSION = new ScopedStatement(
  `UPDATE notification_suppressions s
   SET ${BARE_NOTIFICATION_SUPPRESSION.address} = 'erased@erased.invalid',
     ${BARE_NOTIFICATION_SUPPRESSION.addressKey} = suppression_hash(${NOTIFICATION_SUPPRESSION.organizationId},
       ${NOTIFICATION_SUPPRESSION.addressKey}), ${BARE_NOTIFICATION_SUPPRESSION.updatedAt} = $3
   WHERE ${NOTIFICATION_SUPPRESSION.organizationId} = $1 AND ${NOTIFICATION_SUPPRESSION.addressKey} = $2
     AND NOT EXISTS (
     SELECT FROM notification_suppressions o
     WHERE ${OTHER_NOTIFICATION_SUPPRESSION.organizationId} = $1
       AND ${OTHER_NOTIFICATION_SUPPRESSION.addressKey} = suppression_hash(${NOTIFICATION_SUPPRESSION.organizationId},
         ${NOTIFICATION_SUPPRESSION.addressKey}))`,
);
const DROP_SUPPRESSION = new ScopedStatement(
  `DELETE FROM notification_suppressions
   WHERE ${BARE_NOTIFICATION_SUPPRESSION.organizationId} = $1 AND ${BARE_NOTIFICATION_SUPPRESSION.addressKey} = $2`,
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
