import { Injectable } from '@nestjs/common';
import { isId, newId } from '../../../kernel/ids';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { columnsOf, select, tableOf, type RowOf } from '../../../platform/database/table';
import { ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { addressKeyOf, type NamedRecipients } from './chosen-recipients.repository';
import { Notification } from './notification.entity';
import type { Channel, FailureReason, NotificationStatus } from './notifications.dto';
import { RECIPIENTS_REASON } from './recipient-claims.repository';
import { RecipientValues, type StoredRecipient } from './recipient-values';
import { ScheduledRecipient } from './scheduled-recipient.entity';
import { Organization } from '../../people/organizations/organization.entity';
import { NotificationRecipient } from './notification-recipient.entity';

const NOTIFICATION = columnsOf(Notification, 'n');
const NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient, 'r');
const ORGANIZATION = columnsOf(Organization, 'o');
const BARE_NOTIFICATION = columnsOf(Notification);
const BARE_SCHEDULED_RECIPIENT = columnsOf(ScheduledRecipient);
const BARE_NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient);

/** How many are looked for at once; the next look finds the others. */
const MAX_DUE = 100;

const SCHEDULED = select(Notification, 'n', 'id', 'channel', 'eventId', 'rsvp', 'subject', 'body', 'variables').and(
  select(Notification, 'n', 'sendAt', 'createdAt'),
);

/** A notification whose time has come. */
export type DueNotification = RowOf<typeof SCHEDULED>;

const DUE = new UnscopedStatement<{ organizationId: string; id: string }>(
  RECIPIENTS_REASON,
  `SELECT ${select(Notification, 'n', 'organizationId', 'id').columns} FROM notifications n
   WHERE ${NOTIFICATION.status} = 'scheduled' AND ${NOTIFICATION.sendAt} <= $1
     AND (SELECT ${ORGANIZATION.deletedAt} IS NULL AND ${ORGANIZATION.status} = 'active' FROM organizations o
       WHERE ${ORGANIZATION.id} = ${NOTIFICATION.organizationId})
   ORDER BY ${NOTIFICATION.sendAt} LIMIT ${MAX_DUE}`,
);
// A locked one is skipped: another replica sends it, or somebody changes it.
const CLAIM = new ScopedStatement<DueNotification>(
  `SELECT ${SCHEDULED.columns} FROM ${SCHEDULED.from}
   WHERE ${NOTIFICATION.organizationId} = $1 AND ${NOTIFICATION.id} = $2 AND ${NOTIFICATION.status} = 'scheduled'
     AND ${NOTIFICATION.sendAt} <= $3 FOR UPDATE SKIP LOCKED`,
);
const LOCK = new ScopedStatement<{ status: NotificationStatus }>(
  `SELECT ${NOTIFICATION.status} FROM notifications n
   WHERE ${NOTIFICATION.organizationId} = $1 AND ${NOTIFICATION.id} = $2 FOR UPDATE`,
);
const FAIL = new ScopedStatement(
  `UPDATE notifications
   SET ${BARE_NOTIFICATION.status} = 'failed', ${BARE_NOTIFICATION.failureReason} = $3,
     ${BARE_NOTIFICATION.updatedAt} = $4
   WHERE ${BARE_NOTIFICATION.organizationId} = $1 AND ${BARE_NOTIFICATION.id} = $2`,
);
const NAMED = columnsOf(ScheduledRecipient, 's');
const { notificationId, position, encryptedAddress, addressKey, guestId } = tableOf(ScheduledRecipient).fields;
const INSERT = new ScopedStatement(
  `INSERT INTO scheduled_recipients (${BARE_SCHEDULED_RECIPIENT.organizationId}, ${BARE_SCHEDULED_RECIPIENT.id},
     ${notificationId}, ${position}, ${encryptedAddress}, ${addressKey}, ${guestId})
   SELECT $1, given.id, $2, given.position, given.address, given.address_key, given.guest_id
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[]) WITH ORDINALITY
     AS given (id, address, address_key, guest_id, position)`,
);
const CHOSEN_COLUMNS = select(ScheduledRecipient, 's', 'id', 'guestId', 'encryptedAddress');
const CHOSEN = new ScopedStatement<StoredRecipient>(
  `SELECT ${CHOSEN_COLUMNS.columns}, NULL AS "encryptedValues"
   FROM scheduled_recipients s WHERE ${NAMED.organizationId} = $1 AND ${NAMED.notificationId} = $2
   ORDER BY ${NAMED.position}`,
);
const NAMES_GUESTS = new ScopedStatement<{ id: string }>(
  `SELECT ${NAMED.id} FROM scheduled_recipients s
   WHERE ${NAMED.organizationId} = $1 AND ${NAMED.notificationId} = $2 AND ${NAMED.guestId} IS NOT NULL LIMIT 1`,
);
const FORGET = new ScopedStatement(
  `DELETE FROM scheduled_recipients WHERE ${BARE_SCHEDULED_RECIPIENT.organizationId} = $1 AND ${notificationId} = $2`,
);
const FORGET_PERSON = new ScopedStatement(
  `DELETE FROM scheduled_recipients WHERE ${BARE_SCHEDULED_RECIPIENT.organizationId} = $1 AND ${addressKey} = $2`,
);
const FIRST_ARE_FREE = `
  WITH ranked AS (
    SELECT ${NOTIFICATION_RECIPIENT.id}, row_number() OVER (ORDER BY ${NOTIFICATION_RECIPIENT.id}) AS rank
    FROM notification_recipients r
    WHERE ${NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${NOTIFICATION_RECIPIENT.notificationId} = $2
      AND ${NOTIFICATION_RECIPIENT.status} = 'queued'
  )`;
const POSTPONE = new ScopedStatement(
  `${FIRST_ARE_FREE}
   UPDATE notification_recipients r
   SET ${BARE_NOTIFICATION_RECIPIENT.dueAt} = $5::timestamptz,
     ${BARE_NOTIFICATION_RECIPIENT.queuedAt} = $5::timestamptz
   FROM ranked WHERE ${NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${NOTIFICATION_RECIPIENT.id} = ranked.id
     AND ranked.rank > $3 AND ranked.rank <= $4`,
);
const GIVE_UP = new ScopedStatement(
  `${FIRST_ARE_FREE}, given_up AS (
     UPDATE notification_recipients r
     SET ${BARE_NOTIFICATION_RECIPIENT.status} = 'failed',
       ${BARE_NOTIFICATION_RECIPIENT.error} = 'mail_limit_reached', ${BARE_NOTIFICATION_RECIPIENT.finishedAt} = now(),
       ${BARE_NOTIFICATION_RECIPIENT.encryptedValues} = NULL
     FROM ranked WHERE ${NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${NOTIFICATION_RECIPIENT.id} = ranked.id
       AND ranked.rank > $3
     RETURNING ${NOTIFICATION_RECIPIENT.id}
   )
   UPDATE notifications n
   SET ${BARE_NOTIFICATION.failed} = ${NOTIFICATION.failed} + (SELECT count(*) FROM given_up),
     ${BARE_NOTIFICATION.failureReason} = 'mail_limit_reached',
     ${BARE_NOTIFICATION.status} = CASE
       WHEN ${NOTIFICATION.failed} + (SELECT count(*) FROM given_up) < ${NOTIFICATION.total}
       THEN ${NOTIFICATION.status} ELSE 'failed' END
   WHERE ${NOTIFICATION.organizationId} = $1 AND ${NOTIFICATION.id} = $2`,
);

/** All queries of notifications that are sent later than they are made. */
@Injectable()
export class ScheduleRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly values: RecipientValues,
  ) {}

  /** Notifications of all organizations whose time has come. */
  due(now: Date): Promise<{ organizationId: string; id: string }[]> {
    return this.database.unscopedRows(DUE, now);
  }

  /** Locks one that is due. @returns null where another replica has it, or it is not due any more */
  async claim(id: string, now: Date): Promise<DueNotification | null> {
    return (await this.unitOfWork.write(CLAIM, id, now)).rows[0] ?? null;
  }

  /** Locks a notification. @returns its status, or null when there is no such one */
  async lock(id: string): Promise<NotificationStatus | null> {
    return isId(id) ? ((await this.unitOfWork.write(LOCK, id)).rows[0]?.status ?? null) : null;
  }

  update(id: string, changes: Partial<Notification>): Promise<boolean> {
    return this.unitOfWork.update(Notification, { organizationId: currentOrganizationId(), id }, changes);
  }

  delete(id: string): Promise<boolean> {
    return this.unitOfWork.delete(Notification, { organizationId: currentOrganizationId(), id });
  }

  async fail(id: string, reason: FailureReason, now: Date): Promise<void> {
    await this.unitOfWork.write(FAIL, id, reason, now);
    await this.unitOfWork.write(FORGET, id);
  }

  /** Remembers whom a notification names, until it is sent. */
  async remember(id: string, channel: Channel, chosen: NamedRecipients): Promise<void> {
    if ('eventId' in chosen) return;
    const organizationId = currentOrganizationId();
    const named =
      'to' in chosen
        ? chosen.to.map((address) => ({ address, addressKey: addressKeyOf(address, channel), guestId: null }))
        : chosen.guestIds.map((guestId) => ({ address: null, addressKey: null, guestId }));
    const rows = named.map((each) => ({ ...each, organizationId, id: newId(), sealedKey: null, ownValues: null }));
    const encrypted = await this.values.encrypt(rows, this.unitOfWork.current);
    await this.unitOfWork.write(
      INSERT,
      id,
      rows.map((row) => row.id),
      encrypted.map(({ encryptedAddress }) => encryptedAddress),
      encrypted.map(({ addressHash }) => addressHash),
      rows.map(({ guestId }) => guestId),
    );
  }

  /** Whom a notification names, and forgets it: who it goes to is known from here on. */
  async take(id: string): Promise<NamedRecipients> {
    const rows = await this.values.openAll(await this.database.rows(CHOSEN, id));
    await this.unitOfWork.write(FORGET, id);
    const guestIds = rows.flatMap(({ guestId }) => guestId ?? []);
    return guestIds.length > 0 ? { guestIds } : { to: rows.flatMap(({ address }) => address ?? []) };
  }

  /** Whether a notification names guests, and no addresses. */
  async namesGuests(id: string): Promise<boolean> {
    return (await this.database.row(NAMES_GUESTS, id)) !== null;
  }

  /** Forgets an address that messages to be sent later name. */
  async forget(addressHash: string | null): Promise<void> {
    if (addressHash !== null) await this.unitOfWork.write(FORGET_PERSON, addressHash);
  }

  /**
   * Lets the first waiting recipients of a notification go now and the next ones later; the others have failed.
   *
   * @param waiting how many there are
   * @param now how many may go now
   * @param next how many may go at `at`
   */
  async spread(id: string, waiting: number, { now, next, at }: { now: number; next: number; at: Date }): Promise<void> {
    if (next > 0) await this.unitOfWork.write(POSTPONE, id, now, now + next, at);
    if (now + next < waiting) await this.unitOfWork.write(GIVE_UP, id, now + next);
  }
}
