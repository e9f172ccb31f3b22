import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { ADDRESS_OF, addressKeyOf, batchesOf, guestValues } from './chosen-recipients.repository';
import { isPersonal, type Texts } from './message-variables';
import type { Channel, RecipientError } from './notifications.dto';
import {
  RecipientValues,
  STORED_VALUES,
  type EncryptedRecipient,
  type OwnValues,
  type ReadableRecipient,
  type RecipientValuesView,
  type StoredRecipient,
} from './recipient-values';
import { SuppressionsRepository } from './suppressions.repository';
import { columnsOf } from '../../../platform/database/table';
import { Notification } from './notification.entity';
import { NotificationRecipient } from './notification-recipient.entity';
import { Guest } from '../../planning/guests/guest.entity';
import { EventGuest } from '../../planning/event-guests/event-guest.entity';

const NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient, 'r');
const GUEST = columnsOf(Guest, 'g');
const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const BARE_NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient);
const NOTIFICATION = columnsOf(Notification);

/** How many recipients have failed for one reason. */
export interface FailureCount {
  error: RecipientError;
  count: number;
}

/** A notification that is locked until the unit of work ends. */
interface LockedNotification extends Texts {
  readonly channel: Channel;
}

// Locked before any of its recipients, as when their outcomes are recorded.
const LOCK = new ScopedStatement<LockedNotification>(
  `SELECT ${NOTIFICATION.channel}, ${NOTIFICATION.subject}, ${NOTIFICATION.body}, ${NOTIFICATION.variables}
   FROM notifications WHERE ${NOTIFICATION.organizationId} = $1 AND ${NOTIFICATION.id} = $2 FOR NO KEY UPDATE`,
);

const FAILURES = new ScopedStatement<FailureCount>(
  `SELECT ${NOTIFICATION_RECIPIENT.error}, count(*)::int AS count FROM notification_recipients r
   WHERE ${NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${NOTIFICATION_RECIPIENT.notificationId} = $2
     AND ${NOTIFICATION_RECIPIENT.status} = 'failed' GROUP BY ${NOTIFICATION_RECIPIENT.error}
   ORDER BY count(*) DESC, ${NOTIFICATION_RECIPIENT.error}`,
);

const FAILED = new ScopedStatement<{ id: string }>(
  `SELECT ${NOTIFICATION_RECIPIENT.id} FROM notification_recipients r
   WHERE ${NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${NOTIFICATION_RECIPIENT.notificationId} = $2
     AND ${NOTIFICATION_RECIPIENT.status} = 'failed' AND ${NOTIFICATION_RECIPIENT.error} <> 'outcome_unknown'
   ORDER BY ${NOTIFICATION_RECIPIENT.id}`,
);

const RECIPIENTS = new ScopedStatement<FailedRow>(
  `SELECT ${NOTIFICATION_RECIPIENT.id}, ${STORED_VALUES}, ${NOTIFICATION_RECIPIENT.eventGuestId} AS "eventGuestId"
   FROM notification_recipients r
   WHERE ${NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${NOTIFICATION_RECIPIENT.id} = ANY ($2)
   ORDER BY ${NOTIFICATION_RECIPIENT.id}`,
);

/**
 * What guests have now: an address may have been corrected. Those who are not on the event any more are missing. A
 * statement of its own: a distributed database has guests elsewhere than recipients.
 */
const current = ({ address, key }: { readonly address: string; readonly key: string }) =>
  new ScopedStatement<CurrentGuest>(
    `SELECT recipient.id, ${address} AS address, ${key} AS "addressKey",
       ${guestValues('recipient.event_guest_id')} AS "ownValues"
     FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS recipient (id, guest_id, event_guest_id)
     JOIN guests g ON ${GUEST.organizationId} = $1 AND ${GUEST.id} = recipient.guest_id
     WHERE recipient.event_guest_id IS NULL OR EXISTS (
       SELECT FROM event_guests eg
       WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.id} = recipient.event_guest_id)`,
  );
const CURRENT = { email: current(ADDRESS_OF.email), whatsapp: current(ADDRESS_OF.whatsapp) };

/** By whom addresses are taken, by their hashes. */
const TAKEN = new ScopedStatement<{ id: string; hash: string }>(
  `SELECT ${NOTIFICATION_RECIPIENT.id}, ${NOTIFICATION_RECIPIENT.addressKey} AS hash FROM notification_recipients r
   WHERE ${NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${NOTIFICATION_RECIPIENT.notificationId} = $2
     AND ${NOTIFICATION_RECIPIENT.addressKey} = ANY ($3) AND ${NOTIFICATION_RECIPIENT.status} <> 'skipped'`,
);

const RETRY = new ScopedStatement(
  `UPDATE notification_recipients r
   SET ${BARE_NOTIFICATION_RECIPIENT.status} = 'queued',
     ${BARE_NOTIFICATION_RECIPIENT.encryptedAddress} = reachable.address,
     ${BARE_NOTIFICATION_RECIPIENT.addressKey} = reachable.address_key,
     ${BARE_NOTIFICATION_RECIPIENT.encryptedValues} = reachable.own_values,
     ${BARE_NOTIFICATION_RECIPIENT.error} = NULL, ${BARE_NOTIFICATION_RECIPIENT.detail} = NULL,
     ${BARE_NOTIFICATION_RECIPIENT.handedOver} = false, ${BARE_NOTIFICATION_RECIPIENT.attempts} = 0,
     ${BARE_NOTIFICATION_RECIPIENT.deferrals} = 0, ${BARE_NOTIFICATION_RECIPIENT.firstAttemptAt} = NULL,
     ${BARE_NOTIFICATION_RECIPIENT.queuedAt} = now(), ${BARE_NOTIFICATION_RECIPIENT.dueAt} = now(),
     ${BARE_NOTIFICATION_RECIPIENT.finishedAt} = NULL, ${BARE_NOTIFICATION_RECIPIENT.updatedAt} = $2
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) AS reachable (id, address, address_key, own_values)
   WHERE ${NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${NOTIFICATION_RECIPIENT.id} = reachable.id`,
);

const UNCOUNT = new ScopedStatement(
  `UPDATE notifications SET ${NOTIFICATION.failed} = ${NOTIFICATION.failed} - $3, ${NOTIFICATION.updatedAt} = $4,
     ${NOTIFICATION.status} = CASE WHEN ${NOTIFICATION.status} = 'sending' THEN 'sending' ELSE 'queued' END
   WHERE ${NOTIFICATION.organizationId} = $1 AND ${NOTIFICATION.id} = $2`,
);

/** The recipients of the organization in scope whom a notification did not reach. */
@Injectable()
export class RecipientRetriesRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly suppressions: SuppressionsRepository,
    private readonly values: RecipientValues,
  ) {}

  /** Why recipients have failed, the most frequent reason first. */
  failures(notificationId: string): Promise<FailureCount[]> {
    return this.database.rows(FAILURES, notificationId);
  }

  /** Locks a notification until the unit of work ends. @returns null when there is no such one */
  async lock(notificationId: string): Promise<LockedNotification | null> {
    return (await this.unitOfWork.write(LOCK, notificationId)).rows[0] ?? null;
  }

  /**
   * Queues failed recipients of a locked notification again whom the message can reach by now. Everybody is left out who
   * may have got the message, or whose address another recipient has, unless it is personal.
   *
   * @returns how many
   */
  async retry(notificationId: string, notification: LockedNotification, now: Date): Promise<number> {
    let count = 0;
    const failed = await this.database.rows(FAILED, notificationId);
    for (const batch of batchesOf(failed.map(({ id }) => id)))
      count += await this.requeue(notificationId, notification, batch, now);
    if (count > 0) await this.unitOfWork.write(UNCOUNT, notificationId, count, now);
    return count;
  }

  private async requeue(
    notificationId: string,
    notification: LockedNotification,
    ids: readonly string[],
    now: Date,
  ): Promise<number> {
    const { channel } = notification;
    const rows = await this.values.openAll(await this.database.rows(RECIPIENTS, ids));
    const guests = await this.guestsOf(rows, channel);
    const recipients = await this.reachable(
      channel,
      rows.map((row) => addressed(row, guests.get(row.id), channel)),
    );
    const encrypted = await this.values.encrypt(recipients, this.unitOfWork.current);
    const free = isPersonal(notification)
      ? recipients.map(({ id }, index) => ({ id, ...encrypted[index]! }))
      : await this.free(notificationId, recipients, encrypted);
    if (free.length === 0) return 0;
    const { rowCount } = await this.unitOfWork.write(
      RETRY,
      now,
      free.map(({ id }) => id),
      free.map(({ encryptedAddress }) => encryptedAddress),
      free.map(({ addressHash }) => addressHash),
      free.map(({ encryptedValues }) => encryptedValues),
    );
    return rowCount ?? 0;
  }

  /** By the recipients' ids. */
  private async guestsOf(rows: readonly FailedRecipient[], channel: Channel): Promise<Map<string, CurrentGuest>> {
    const known = rows.filter(({ guestId }) => guestId !== null);
    if (known.length === 0) return new Map();
    const guests = await this.database.rows(
      CURRENT[channel],
      known.map(({ id }) => id),
      known.map(({ guestId }) => guestId),
      known.map(({ eventGuestId }) => eventGuestId),
    );
    return new Map(guests.map((guest) => [guest.id, guest]));
  }

  private async reachable(channel: Channel, recipients: readonly ReadableRecipient[]): Promise<ReadableRecipient[]> {
    const keys = recipients.flatMap(({ addressKey }) => addressKey ?? []);
    const suppressed = await this.suppressions.among(channel === 'email' ? keys : []);
    return recipients.filter(({ addressKey }) => addressKey !== null && !suppressed.has(addressKey));
  }

  /** Those whose address no other recipient has, and of several with the same the first. */
  private async free(
    notificationId: string,
    recipients: readonly ReadableRecipient[],
    encrypted: readonly EncryptedRecipient[],
  ): Promise<(EncryptedRecipient & { id: string })[]> {
    const hashes = encrypted.map(({ addressHash }) => addressHash!);
    const owners = new Map<string, string>();
    for (const { id, hash } of await this.database.rows(TAKEN, notificationId, hashes)) owners.set(hash, id);
    return recipients.flatMap(({ id }, index) => {
      const hash = hashes[index]!;
      if ((owners.get(hash) ?? id) !== id) return [];
      owners.set(hash, id);
      return [{ id, ...encrypted[index]! }];
    });
  }
}

interface FailedRow extends StoredRecipient {
  readonly eventGuestId: string | null;
}

type FailedRecipient = FailedRow & RecipientValuesView;

interface CurrentGuest {
  /** The recipient's. */
  readonly id: string;
  readonly address: string | null;
  readonly addressKey: string | null;
  readonly ownValues: OwnValues;
}

/** With the address to send to now: a guest's own, or the one that was given. */
function addressed(row: FailedRecipient, guest: CurrentGuest | undefined, channel: Channel): ReadableRecipient {
  const { id, guestId, address } = row;
  const recipient = { organizationId: currentOrganizationId(), id, guestId, sealedKey: null };
  if (guestId === null)
    return { ...recipient, address, addressKey: address && addressKeyOf(address, channel), ownValues: null };
  const { address: present = null, addressKey = null, ownValues = null } = guest ?? {};
  return { ...recipient, address: present, addressKey, ownValues };
}
