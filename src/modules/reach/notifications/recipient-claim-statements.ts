import { indexWalk } from '../../../platform/database/index-walk';
import { named } from '../../../platform/database/named';
import { columnsOf, select } from '../../../platform/database/table';
import { Organization } from '../../people/organizations/organization.entity';
import { MailDay } from '../mail-limits/mail-day.entity';
import { NotificationRecipient } from './notification-recipient.entity';
import { NotificationSuppression } from './notification-suppression.entity';
import { Notification } from './notification.entity';
import { SEALED_KEY, STORED_VALUES } from './recipient-values';

const NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient, 'r');
const NOTIFICATION = columnsOf(Notification, 'n');
const ORGANIZATION = columnsOf(Organization, 'o');
const MAIL_DAY = columnsOf(MailDay, 'd');
const NOTIFICATION_SUPPRESSION = columnsOf(NotificationSuppression, 's');
const BARE_NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient);
const BARE_NOTIFICATION = columnsOf(Notification);

/** A running process renews its leases; see notification-worker.ts. */
const LEASE_SECONDS = 15;
/** The longest time that a provider's requests to wait keep a recipient waiting. */
export const DEFERRED_FOR_SECONDS = 24 * 60 * 60;
const MAX_LOST = 100;

// While an organization is suspended its messages wait; those of a deleted one wait until it is purged. Not EXISTS, for
// which PostgreSQL may read all organizations.
const mayBeSent = (organization: string) =>
  `(SELECT ${ORGANIZATION.deletedAt} IS NULL AND ${ORGANIZATION.status} = 'active' FROM organizations o
     WHERE ${ORGANIZATION.id} = ${organization})`;

/** E-mail of an organization that is paused waits: see MailPauses. By the database's day, whose clock claims go by. */
const isOpen = (organization: string, channel: string) =>
  `(${channel} <> 'email' OR (SELECT ${MAIL_DAY.pausedAt} FROM mail_days d
     WHERE ${MAIL_DAY.organizationId} = ${organization}
       AND ${MAIL_DAY.day} = (now() AT TIME ZONE 'UTC')::date) IS NULL)`;

/** The notifications with waiting recipients. */
const WAITING = `
  WITH RECURSIVE ${indexWalk({
    name: 'visited',
    table: 'notification_recipients',
    columns: [
      BARE_NOTIFICATION_RECIPIENT.organizationId,
      BARE_NOTIFICATION_RECIPIENT.notificationId,
      BARE_NOTIFICATION_RECIPIENT.dueAt,
    ],
    key: [BARE_NOTIFICATION_RECIPIENT.notificationId],
    where: `${BARE_NOTIFICATION_RECIPIENT.status} = 'queued'`,
    after: ['$1'],
    maxSteps: '$2',
  })}
  SELECT visited.organization_id, visited.notification_id, visited.due_at, n.channel, visited.due_at <= now()
    AND ${mayBeSent('visited.organization_id')} AND ${isOpen('visited.organization_id', NOTIFICATION.channel)} AS due
  FROM visited CROSS JOIN LATERAL (
    SELECT ${NOTIFICATION.channel} FROM notifications n
    WHERE ${NOTIFICATION.organizationId} = visited.organization_id
      AND ${NOTIFICATION.id} = visited.notification_id LIMIT 1
  ) AS n`;

export const LOOK = named(`
    SELECT waiting.organization_id AS "organizationId", waiting.notification_id AS "notificationId",
      waiting.channel, waiting.due
    FROM (${WAITING}) AS waiting
    ORDER BY waiting.notification_id`);

export const OLDEST_DUE = named(`
    SELECT extract(epoch FROM now() - min(waiting.due_at) FILTER (WHERE waiting.due))::float8 AS seconds
    FROM (${WAITING}) AS waiting`);

// A locked notification is skipped: the transaction that locked it sets this status, or a later one.
export const START = named(`
    UPDATE notifications SET ${BARE_NOTIFICATION.status} = 'sending', ${BARE_NOTIFICATION.updatedAt} = now()
    WHERE ${BARE_NOTIFICATION.organizationId} = ANY ($1) AND ${BARE_NOTIFICATION.id} = ANY (ARRAY(
      SELECT locked.id FROM unnest($1::uuid[], $2::uuid[]) AS request (organization_id, id) CROSS JOIN LATERAL (
        SELECT ${NOTIFICATION.id} FROM notifications n
        WHERE ${NOTIFICATION.organizationId} = request.organization_id AND ${NOTIFICATION.id} = request.id
          AND ${NOTIFICATION.status} = 'queued' FOR NO KEY UPDATE SKIP LOCKED
      ) AS locked
    ))`);

// SKIP LOCKED: replicas that claim at the same moment take different recipients and wait for none. Due rows are
// addressed by their place (ctid) and notifications by key, so that the plan does not depend on PostgreSQL's estimates.
export const CLAIM = named(`
    WITH due AS MATERIALIZED (
      SELECT next.place
      FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS request (organization_id, notification_id, max_count)
        CROSS JOIN LATERAL (
        SELECT r.ctid AS place FROM notification_recipients r
        WHERE ${NOTIFICATION_RECIPIENT.notificationId} = request.notification_id
          AND ${NOTIFICATION_RECIPIENT.status} = 'queued' AND ${NOTIFICATION_RECIPIENT.dueAt} <= now()
          AND ${mayBeSent('request.organization_id')}
        ORDER BY ${NOTIFICATION_RECIPIENT.dueAt} LIMIT request.max_count FOR UPDATE SKIP LOCKED
      ) AS next
      WHERE (SELECT ${isOpen(NOTIFICATION.organizationId, NOTIFICATION.channel)} FROM notifications n
        WHERE ${NOTIFICATION.organizationId} = request.organization_id AND ${NOTIFICATION.id} = request.notification_id)
    ), claimed AS (
      UPDATE notification_recipients r
      SET ${BARE_NOTIFICATION_RECIPIENT.status} = 'sending', ${BARE_NOTIFICATION_RECIPIENT.handedOver} = false,
        ${BARE_NOTIFICATION_RECIPIENT.attempts} = ${NOTIFICATION_RECIPIENT.attempts} + 1,
        ${BARE_NOTIFICATION_RECIPIENT.firstAttemptAt} = coalesce(${NOTIFICATION_RECIPIENT.firstAttemptAt}, now()),
        ${BARE_NOTIFICATION_RECIPIENT.leaseToken} = $4,
        ${BARE_NOTIFICATION_RECIPIENT.leasedUntil} = now() + make_interval(secs => ${LEASE_SECONDS}),
        ${BARE_NOTIFICATION_RECIPIENT.updatedAt} = now()
      WHERE r.ctid = ANY (ARRAY(SELECT place FROM due)) RETURNING r.*
    )
    SELECT ${select(NotificationRecipient, 'r', 'organizationId', 'notificationId', 'id').columns},
      ${NOTIFICATION_RECIPIENT.leaseToken} AS token, ${NOTIFICATION.channel}, ${NOTIFICATION_RECIPIENT.attempts},
      ${NOTIFICATION_RECIPIENT.queuedAt} < now() - make_interval(secs => ${DEFERRED_FOR_SECONDS}) AS "isExpired",
      ${STORED_VALUES}, ${SEALED_KEY}, ${NOTIFICATION_RECIPIENT.eventGuestId} AS "eventGuestId",
      ${select(Notification, 'n', 'sharedValues', 'subject', 'body', 'template', 'language', 'variables').columns},
      ${select(Notification, 'n', 'locale', 'senderName', 'replyTo', 'calendar').columns}, n.logo,
      ${NOTIFICATION.createdAt} AS "createdAt"
    FROM claimed r CROSS JOIN LATERAL (
      SELECT n.*, (SELECT ${ORGANIZATION.logo} FROM organizations o
        WHERE ${ORGANIZATION.id} = ${NOTIFICATION.organizationId}) AS logo
      FROM notifications n
      WHERE ${NOTIFICATION.organizationId} = ${NOTIFICATION_RECIPIENT.organizationId}
        AND ${NOTIFICATION.id} = ${NOTIFICATION_RECIPIENT.notificationId} OFFSET 0
    ) AS n`);

/** Which of these addresses, by their keys, want no e-mail by now. */
export const SUPPRESSED = named<{ organizationId: string; key: string }>(`
    SELECT given.organization_id AS "organizationId", given.key
    FROM unnest($1::uuid[], $2::text[]) AS given (organization_id, key)
    CROSS JOIN LATERAL (
      SELECT FROM notification_suppressions s WHERE ${NOTIFICATION_SUPPRESSION.organizationId} = given.organization_id
        AND ${NOTIFICATION_SUPPRESSION.addressKey} IN (given.key, suppression_hash(given.organization_id, given.key))
        LIMIT 1
    ) AS suppression`);

/**
 * The recipients `r` of the first two parameters (organizations and ids), found by their key. A join alone, planned
 * when there were hardly any recipients, would go through all that there are by now.
 */
export const AMONG_GIVEN = `${NOTIFICATION_RECIPIENT.organizationId} = ANY ($1)
  AND ${NOTIFICATION_RECIPIENT.id} = ANY ($2)`;
// "IS TRUE" keeps PostgreSQL from turning this into a join.
const CLAIMED = `${AMONG_GIVEN}
  AND ((${NOTIFICATION_RECIPIENT.organizationId}, ${NOTIFICATION_RECIPIENT.id}, ${NOTIFICATION_RECIPIENT.leaseToken})
    IN (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]))) IS TRUE`;

const RENEWED = `${BARE_NOTIFICATION_RECIPIENT.leasedUntil} = now() + make_interval(secs => ${LEASE_SECONDS})`;

// Renews the lease as well, so that no other process claims the recipient meanwhile.
export const HAND_OVER = named(
  `UPDATE notification_recipients r SET ${BARE_NOTIFICATION_RECIPIENT.handedOver} = true, ${RENEWED} WHERE ${CLAIMED}
   RETURNING ${NOTIFICATION_RECIPIENT.id}`,
);
export const RENEW = named(`UPDATE notification_recipients r SET ${RENEWED} WHERE ${CLAIMED}`);

export const LOST = named(`
    SELECT ${select(NotificationRecipient, 'r', 'organizationId', 'notificationId', 'id').columns},
      ${NOTIFICATION_RECIPIENT.leaseToken} AS token,
      ${NOTIFICATION_RECIPIENT.handedOver} AS "handedOver", n.channel
    FROM notification_recipients r CROSS JOIN LATERAL (
      SELECT ${NOTIFICATION.channel} FROM notifications n
      WHERE ${NOTIFICATION.organizationId} = ${NOTIFICATION_RECIPIENT.organizationId}
        AND ${NOTIFICATION.id} = ${NOTIFICATION_RECIPIENT.notificationId} LIMIT 1
    ) AS n
    WHERE ${NOTIFICATION_RECIPIENT.leaseToken} IS NOT NULL AND ${NOTIFICATION_RECIPIENT.leasedUntil} < now()
    ORDER BY ${NOTIFICATION_RECIPIENT.leasedUntil} LIMIT ${MAX_LOST}`);
