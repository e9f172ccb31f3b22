import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { anyOf, isOneOf, type ListFilter } from '../../../platform/tenancy/list-statements';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnList, columnsOf, select } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { ChosenRecipients, type Chosen, type ChosenRecipient } from './chosen-recipients.repository';
import { NotificationRecipient } from './notification-recipient.entity';
import type { Channel, RecipientError, RecipientsQuery, RecipientStatus, RecipientView } from './notifications.dto';
import type { NewNotification } from './notifications.repository';
import { RecipientValues, STORED_VALUES, type StoredRecipient } from './recipient-values';
import { SuppressionsRepository } from './suppressions.repository';
import { Guest } from '../../planning/guests/guest.entity';
import { Notification } from './notification.entity';

const NOTIFICATION = columnsOf(Notification, 'n');
const GUEST = columnsOf(Guest);
const NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient, 'r');

const LIST = {
  ...select(NotificationRecipient, 'r', 'id')
    .and<Omit<StoredRecipient, 'id'>>(STORED_VALUES)
    .and(select(NotificationRecipient, 'r', 'status', 'error', 'detail', 'sentAt', 'createdAt', 'updatedAt')),
  sorts: { createdAt: NOTIFICATION_RECIPIENT.createdAt },
};
/** A statement of its own: a distributed database has guests elsewhere than recipients. */
const GUEST_NAMES = new ScopedStatement<{ id: string; name: string }>(
  `SELECT ${GUEST.id}, ${GUEST.name} FROM guests WHERE ${GUEST.organizationId} = $1 AND ${GUEST.id} = ANY ($2::uuid[])`,
);

// Literals, so that PostgreSQL can use the partial index of recipients not sent. For waiting recipients the expression
// keeps it from using the index of claims, which has no organization.
const STATUS_IS: Record<RecipientStatus, string> = {
  queued: `${NOTIFICATION_RECIPIENT.status} <> 'sent' AND ${NOTIFICATION_RECIPIENT.status} || '' = 'queued'`,
  sending: `${NOTIFICATION_RECIPIENT.status} = 'sending'`,
  sent: `${NOTIFICATION_RECIPIENT.status} = 'sent'`,
  failed: `${NOTIFICATION_RECIPIENT.status} = 'failed'`,
  skipped: `${NOTIFICATION_RECIPIENT.status} = 'skipped'`,
};

const ADDRESSEE = new ScopedStatement<StoredRecipient>(
  `SELECT ${NOTIFICATION_RECIPIENT.id}, ${STORED_VALUES} FROM notification_recipients r
   JOIN notifications n ON ${NOTIFICATION.organizationId} = ${NOTIFICATION_RECIPIENT.organizationId}
     AND ${NOTIFICATION.id} = ${NOTIFICATION_RECIPIENT.notificationId}
   WHERE ${NOTIFICATION_RECIPIENT.organizationId} = $1 AND ${NOTIFICATION_RECIPIENT.id} = $2
     AND ${NOTIFICATION.channel} = 'email'`,
);

// The times are the database's; see the entity.
const INSERT = new ScopedStatement(`
  INSERT INTO notification_recipients
    (${columnList(NotificationRecipient, 'organizationId', 'id', 'notificationId', 'encryptedAddress')},
      ${columnList(NotificationRecipient, 'addressKey', 'guestId', 'eventGuestId', 'encryptedValues', 'status')},
      ${columnList(NotificationRecipient, 'error', 'handedOver', 'attempts', 'dueAt', 'finishedAt', 'createdAt')},
      ${columnList(NotificationRecipient, 'updatedAt')})
  SELECT $1, given.id, $2, given.address, given.address_key, given.guest_id, given.event_guest_id, given.own_values,
    CASE WHEN given.error IS NULL THEN 'queued' WHEN given.error = 'duplicate_address' THEN 'skipped' ELSE 'failed' END,
    given.error, false, 0, now(),
    CASE WHEN given.error IS NULL THEN NULL ELSE now() END, $3, $3
  FROM unnest($4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::uuid[], $9::text[], $10::text[])
    AS given (id, address, address_key, guest_id, event_guest_id, own_values, error)`);

/** How many recipients a notification has, and how many of them can't be reached at all. */
interface Counts {
  readonly total: number;
  readonly failed: number;
}

/** The recipients of the organization in scope; recipient-claims.repository.ts has the queries over all of them. */
@Injectable()
export class RecipientsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly chosenRecipients: ChosenRecipients,
    private readonly suppressions: SuppressionsRepository,
    private readonly values: RecipientValues,
  ) {}

  /** One page, in the order in which they were chosen, which their ids have. */
  async list(notificationId: string, query: RecipientsQuery): Promise<{ rows: RecipientView[]; total: number }> {
    const filters: ListFilter[] = [{ sql: `${NOTIFICATION_RECIPIENT.notificationId} = ?`, values: [notificationId] }];
    if (query.status) filters.push(anyOf(query.status.map((status) => ({ sql: STATUS_IS[status], values: [] }))));
    // Nobody who was sent to has a previous error; the first condition lets the partial index be used.
    if (query.error) {
      const { sql, values } = isOneOf(NOTIFICATION_RECIPIENT.error, query.error);
      filters.push({ sql: `${NOTIFICATION_RECIPIENT.status} <> 'sent' AND ${sql}`, values });
    }
    const { rows, ...page } = await this.database.list(LIST, filters, { by: 'createdAt', direction: 'asc' }, query);
    const [opened, nameOf] = await Promise.all([this.values.openAll(rows), this.guestNames(rows)]);
    return { ...page, rows: opened.map((row) => shown({ ...row, guestName: nameOf.get(row.guestId ?? '') ?? null })) };
  }

  private async guestNames(rows: readonly StoredRecipient[]): Promise<ReadonlyMap<string, string>> {
    const ids = new Set(rows.flatMap(({ guestId }) => guestId ?? []));
    const guests = ids.size === 0 ? [] : await this.database.rows(GUEST_NAMES, [...ids]);
    return new Map(guests.map(({ id, name }) => [id, name]));
  }

  /** The e-mail address of a recipient, or null when there is no such recipient (any more). */
  async addressOf(id: string): Promise<string | null> {
    const [addressee] = await this.values.openAll(await this.database.rows(ADDRESSEE, id));
    return addressee?.address ?? null;
  }

  /**
   * Adds the chosen recipients. Of those who share an address the first gets the message and the others are skipped,
   * unless it is personal; recipients without an address, or who have unsubscribed, count as failed from the start.
   *
   * @param isPersonal whether the message differs from guest to guest
   */
  async insert(
    { id, channel, createdAt }: Pick<NewNotification, 'id' | 'channel' | 'createdAt'>,
    chosen: Chosen,
    isPersonal: boolean,
  ): Promise<Counts> {
    const known = new Set<string>();
    let [total, failed] = [0, 0];
    for await (const batch of this.chosenRecipients.batches(channel, chosen)) {
      const recipients = await this.withErrors(channel, batch, isPersonal ? new Set() : repeatedIn(batch, known));
      await this.write(id, recipients, createdAt);
      const counted = recipients.filter(({ error }) => error !== 'duplicate_address');
      total += counted.length;
      failed += counted.filter(({ error }) => error !== null).length;
    }
    return { total, failed };
  }

  private async withErrors(
    channel: Channel,
    recipients: readonly ChosenRecipient[],
    repeated: ReadonlySet<ChosenRecipient>,
  ): Promise<NewRecipient[]> {
    const keys = recipients.flatMap(({ addressKey }) => addressKey ?? []);
    const suppressed = await this.suppressions.among(channel === 'email' ? keys : []);
    return recipients.map((recipient) => ({
      ...recipient,
      id: newId(),
      error: repeated.has(recipient) ? 'duplicate_address' : errorOf(recipient, suppressed),
    }));
  }

  private async write(notificationId: string, recipients: readonly NewRecipient[], now: Date): Promise<void> {
    const organizationId = currentOrganizationId();
    const encrypted = await this.values.encrypt(
      recipients.map((recipient) => ({
        ...recipient,
        organizationId,
        // Nothing is sent to the others.
        ownValues: recipient.error === null ? recipient.ownValues : null,
      })),
      this.unitOfWork.current,
    );
    await this.unitOfWork.write(
      INSERT,
      notificationId,
      now,
      recipients.map(({ id }) => id),
      encrypted.map(({ encryptedAddress }) => encryptedAddress),
      encrypted.map(({ addressHash }) => addressHash),
      recipients.map(({ guestId }) => guestId),
      recipients.map(({ eventGuestId }) => eventGuestId),
      encrypted.map(({ encryptedValues }) => encryptedValues),
      recipients.map(({ error }) => error),
    );
  }
}

interface NewRecipient extends ChosenRecipient {
  readonly id: string;
  /** Why they can't be reached at all, or are skipped; or null. */
  readonly error: RecipientError | null;
}

/**
 * Those of a batch whose address somebody before them has.
 *
 * @param known addresses that have a recipient already; those of the batch are added
 */
function repeatedIn(batch: readonly ChosenRecipient[], known: Set<string>): Set<ChosenRecipient> {
  const repeated = batch.filter(({ addressKey }) => {
    if (addressKey === null) return false;
    const isRepeated = known.has(addressKey);
    known.add(addressKey);
    return isRepeated;
  });
  return new Set(repeated);
}

function errorOf({ address, addressKey }: ChosenRecipient, suppressed: ReadonlySet<string>): RecipientError | null {
  if (address === null) return 'no_address';
  return suppressed.has(addressKey!) ? 'unsubscribed' : null;
}

function shown(row: RecipientView): RecipientView {
  const { id, address, guestId, guestName, status, error, detail, sentAt, createdAt, updatedAt } = row;
  return { id, address, guestId, guestName, status, error, detail, sentAt, createdAt, updatedAt };
}
