import { Injectable } from '@nestjs/common';
import { emailKey } from '../../kernel/email';
import { anyOf, isOneOf, type ListFilter } from '../../platform/tenancy/list-statements';
import { newIdSql } from '../../platform/tenancy/sql-ids';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { select } from '../../platform/tenancy/table';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import type { Variable } from './message-variables';
import { NotificationRecipient } from './notification-recipient.entity';
import type { Channel, RecipientsQuery, RecipientStatus, RecipientView } from './notifications.dto';

const LIST = {
  ...select(NotificationRecipient, 'r', 'id', 'address', 'guestId')
    .and<{ guestName: string | null }>('g.name AS "guestName"')
    .and(select(NotificationRecipient, 'r', 'status', 'error', 'detail', 'sentAt', 'createdAt', 'updatedAt'))
    .joined(
      'notification_recipients r LEFT JOIN guests g ON g.organization_id = r.organization_id AND g.id = r.guest_id',
    ),
  sorts: { createdAt: 'r.created_at' },
};

// Literals, so that PostgreSQL can use the partial index of recipients not sent. For waiting recipients the expression
// keeps it from using the index of claims, which has no organization.
const STATUS_IS: Record<RecipientStatus, string> = {
  queued: `r.status <> 'sent' AND r.status || '' = 'queued'`,
  sending: `r.status = 'sending'`,
  sent: `r.status = 'sent'`,
  failed: `r.status = 'failed'`,
};

const ADDRESS = new ScopedStatement<{ address: string }>(
  `SELECT r.address FROM notification_recipients r
   JOIN notifications n ON n.organization_id = r.organization_id AND n.id = r.notification_id
   WHERE r.organization_id = $1 AND r.id = $2 AND n.channel = 'email' AND r.address IS NOT NULL`,
);

const GUEST_VALUES: Record<Variable<'guest'>, string> = {
  'guest.name': 'g.name',
  'guest.email': 'g.email',
  'guest.phone': 'g.phone',
  'guest.company': 'g.company',
};
/** The values that a message takes from the guest `g`. */
export const GUEST = `json_build_object(${Object.entries(GUEST_VALUES).map(([name, value]) => `'${name}', ${value}`)})::jsonb`;
/** The form in which addresses of a channel are compared. A phone number in E.164 is in that form already. */
const ADDRESS_KEYS: Record<Channel, (address: string) => string> = { email: emailKey, whatsapp: (phone) => phone };
/** A channel's address of the guest `g`, and its key. */
export const ADDRESS_OF: Record<Channel, string> = {
  email: 'g.email AS address, g.email_key AS address_key',
  whatsapp: 'g.phone AS address, g.phone AS address_key',
};

const GIVEN = `
  SELECT NULL::uuid AS guest_id, NULL::uuid AS event_guest_id, given.address, given.address_key, NULL::jsonb AS own_values,
    given.position
  FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS given (address, address_key, position)`;

const guests = (channel: Channel) => `
  SELECT g.id AS guest_id, NULL::uuid AS event_guest_id, ${ADDRESS_OF[channel]}, ${GUEST} AS own_values, wanted.position
  FROM unnest($4::uuid[]) WITH ORDINALITY AS wanted (id, position)
  JOIN guests g ON g.organization_id = $1 AND g.id = wanted.id`;

/** The guests of an event who gave an answer, or all of them where that is null, as a message chooses them. */
export const guestsOfEvent = (channel: Channel, event: string, answer: string) => `
  SELECT g.id AS guest_id, eg.id AS event_guest_id, ${ADDRESS_OF[channel]}, ${GUEST} AS own_values,
    row_number() OVER (ORDER BY eg.created_at, eg.id) AS position
  FROM event_guests eg JOIN guests g ON g.organization_id = eg.organization_id AND g.id = eg.guest_id
  WHERE eg.organization_id = $1 AND eg.event_id = ${event} AND (${answer}::text IS NULL OR eg.rsvp = ${answer})`;

/**
 * Writes the chosen recipients in one statement, however many there are. Of those who share an address only the first
 * is written; recipients without an address, or who have unsubscribed, count as failed from the start.
 *
 * @param chosen SQL of their columns; `$1` is the organization, `$2` the notification, `$3` the moment
 */
const inserting = (channel: Channel, chosen: string) =>
  new ScopedStatement(`
  WITH chosen AS (${chosen}), written AS (
    INSERT INTO notification_recipients (organization_id, id, notification_id, address, address_key, guest_id,
      event_guest_id, own_values, status, error, handed_over, attempts, due_at, finished_at, created_at, updated_at)
    SELECT $1, ${newIdSql('$3::timestamptz')}, $2, chosen.address, chosen.address_key, chosen.guest_id,
      chosen.event_guest_id, chosen.own_values, CASE WHEN fate.error IS NULL THEN 'queued' ELSE 'failed' END, fate.error,
      false, 0, now(), CASE WHEN fate.error IS NULL THEN NULL ELSE now() END, $3, $3
    FROM chosen
    LEFT JOIN LATERAL (SELECT id FROM notification_suppressions WHERE organization_id = $1
       AND address_key IN (chosen.address_key, suppression_hash($1, chosen.address_key)) LIMIT 1) AS s ON '${channel}' = 'email'
    CROSS JOIN LATERAL (SELECT CASE WHEN chosen.address IS NULL THEN 'no_address' WHEN s.id IS NOT NULL THEN 'unsubscribed'
      END AS error) AS fate
    ORDER BY chosen.position
    ON CONFLICT (organization_id, notification_id, address_key) DO NOTHING
    RETURNING status
  )
  SELECT count(*)::int AS total, (count(*) FILTER (WHERE status = 'failed'))::int AS failed FROM written`);

const both = (statement: (channel: Channel) => string) => ({
  email: inserting('email', statement('email')),
  whatsapp: inserting('whatsapp', statement('whatsapp')),
});
const INSERT_GIVEN = both(() => GIVEN);
const INSERT_GUESTS = both(guests);
const INSERT_EVENT_GUESTS = both((channel) => guestsOfEvent(channel, '$4', '$5'));

/** The recipients of a notification, as they were chosen. */
export type Chosen =
  | { readonly to: readonly string[] }
  | { readonly guestIds: readonly string[] }
  | { readonly eventId: string; readonly rsvp: string | null };

/** The recipients of the organization in scope; recipient-claims.repository.ts has the queries over all of them. */
@Injectable()
export class RecipientsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** One page, in a stable order: all were created at the same moment, so the random part of their ids decides. */
  list(notificationId: string, query: RecipientsQuery): Promise<{ rows: RecipientView[]; total: number }> {
    const filters: ListFilter[] = [{ sql: 'r.notification_id = ?', values: [notificationId] }];
    if (query.status) filters.push(anyOf(query.status.map((status) => ({ sql: STATUS_IS[status], values: [] }))));
    // Nobody who was sent to has an error of before; the first condition lets the partial index be used.
    if (query.error) {
      const { sql, values } = isOneOf('r.error', query.error);
      filters.push({ sql: `r.status <> 'sent' AND ${sql}`, values });
    }
    return this.database.list(LIST, filters, { by: 'createdAt', direction: 'asc' }, query);
  }

  /** The e-mail address of a recipient, or null when there is no such recipient (any more). */
  async addressOf(id: string): Promise<string | null> {
    return (await this.database.row(ADDRESS, id))?.address ?? null;
  }

  /** Adds the chosen recipients. @returns how many there are, and how many of them can't be reached at all */
  async insert(
    notificationId: string,
    channel: Channel,
    chosen: Chosen,
    now: Date,
  ): Promise<{ total: number; failed: number }> {
    const { statement, parameters } = insertionOf(channel, chosen);
    const values = [notificationId, now, ...parameters];
    const { rows } = await this.unitOfWork.write<{ total: number; failed: number }>(statement, ...values);
    return rows[0]!;
  }
}

function insertionOf(channel: Channel, chosen: Chosen) {
  if ('to' in chosen)
    return { statement: INSERT_GIVEN[channel], parameters: [chosen.to, chosen.to.map(ADDRESS_KEYS[channel])] };
  if ('guestIds' in chosen) return { statement: INSERT_GUESTS[channel], parameters: [chosen.guestIds] };
  return { statement: INSERT_EVENT_GUESTS[channel], parameters: [chosen.eventId, chosen.rsvp] };
}
