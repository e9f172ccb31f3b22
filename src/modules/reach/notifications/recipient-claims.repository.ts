import { Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import { newId, NIL_ID } from '../../../kernel/ids';
import { BY_INDEX } from '../../../platform/database/by-index';
import { indexWalk } from '../../../platform/database/index-walk';
import { named } from '../../../platform/database/named';
import type { PersonKeyRow } from '../../../platform/personal/person-keys';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { addressKeyOf } from './chosen-recipients.repository';
import type { CarriedEntry } from './notification.entity';
import type { Channel } from './notifications.dto';
import { RecipientValues, SEALED_KEY, STORED_VALUES, type OwnValues, type StoredRecipient } from './recipient-values';
import type { NotificationKey, ClaimRequest } from './round-robin-queue';

/** Why claims and results run unscoped; see test/architecture/unscoped.spec.ts. */
export const RECIPIENTS_REASON = 'recipients of all organizations wait in one queue';
/** A running process renews its leases; see notification-worker.ts. */
const LEASE_SECONDS = 15;
/** The longest time that a provider's requests to wait keep a recipient waiting. */
export const DEFERRED_FOR_SECONDS = 24 * 60 * 60;
/** The most notifications that one look visits; the next look continues after them. */
const MAX_VISITED = 1_000;
const MAX_LOST = 100;

/** Proves that this process, and no other, may write to a recipient. */
export interface Lease extends NotificationKey {
  readonly id: string;
  readonly token: string;
}

/** A recipient with the message. Only this process may write to them until the lease expires. */
export interface ClaimedRecipient extends Lease {
  readonly channel: Channel;
  /** Empty where that is the obstacle. */
  readonly address: string;
  /** What is in the way meanwhile: they have unsubscribed, or their address can't be read. */
  readonly obstacle: 'unsubscribed' | 'no_address' | null;
  /** This one included. */
  readonly attempts: number;
  /** Whether they have waited so long that a channel which asks to wait gives up. */
  readonly isExpired: boolean;
  readonly eventGuestId: string | null;
  readonly ownValues: OwnValues | null;
  readonly sharedValues: Readonly<Record<string, string>>;
  readonly subject: string | null;
  readonly body: string | null;
  readonly template: string | null;
  readonly language: string | null;
  readonly variables: Readonly<Record<string, string>> | null;
  /** The organization's, whose language the service's own words in the message are in. */
  readonly locale: string;
  readonly senderName: string;
  /** The organization's picture as it is now: one that was removed is in no letter that has waited. */
  readonly logo: string | null;
  readonly replyTo: string | null;
  readonly calendar: CarriedEntry | null;
  /** When the notification was accepted, ISO 8601. */
  readonly createdAt: string;
}

type ClaimedRow = Omit<ClaimedRecipient, 'address' | 'obstacle'> & StoredRecipient & Pick<PersonKeyRow, 'sealedKey'>;

/** A recipient whose lease has expired. */
export interface LostRecipient extends Lease {
  readonly channel: Channel;
  readonly handedOver: boolean;
}

// While an organization is suspended its messages wait; those of a deleted one wait until it is purged. Not EXISTS, for
// which PostgreSQL may read all organizations.
const mayBeSent = (organization: string) =>
  `(SELECT o.deleted_at IS NULL AND o.status = 'active' FROM organizations o WHERE o.id = ${organization})`;

/** E-mail of an organization that is paused waits: see MailPauses. By the database's day, whose clock claims go by. */
const isOpen = (organization: string, channel: string) =>
  `(${channel} <> 'email' OR (SELECT d.paused_at FROM mail_days d
     WHERE d.organization_id = ${organization} AND d.day = (now() AT TIME ZONE 'UTC')::date) IS NULL)`;

/** The notifications with waiting recipients. */
const WAITING = `
  WITH RECURSIVE ${indexWalk({
    name: 'visited',
    table: 'notification_recipients',
    columns: ['organization_id', 'notification_id', 'due_at'],
    key: ['notification_id'],
    where: "status = 'queued'",
    after: ['$1'],
    maxSteps: '$2',
  })}
  SELECT visited.organization_id, visited.notification_id, visited.due_at, n.channel, visited.due_at <= now()
    AND ${mayBeSent('visited.organization_id')} AND ${isOpen('visited.organization_id', 'n.channel')} AS due
  FROM visited CROSS JOIN LATERAL (
    SELECT n.channel FROM notifications n
    WHERE n.organization_id = visited.organization_id AND n.id = visited.notification_id LIMIT 1
  ) AS n`;

const LOOK = named(`
    SELECT waiting.organization_id AS "organizationId", waiting.notification_id AS "notificationId",
      waiting.channel, waiting.due
    FROM (${WAITING}) AS waiting
    ORDER BY waiting.notification_id`);

const OLDEST_DUE = named(`
    SELECT extract(epoch FROM now() - min(waiting.due_at) FILTER (WHERE waiting.due))::float8 AS seconds
    FROM (${WAITING}) AS waiting`);

// A locked notification is skipped: the transaction that locked it sets this status, or a later one.
const START = named(`
    UPDATE notifications SET status = 'sending', updated_at = now()
    WHERE organization_id = ANY ($1) AND id = ANY (ARRAY(
      SELECT locked.id FROM unnest($1::uuid[], $2::uuid[]) AS request (organization_id, id) CROSS JOIN LATERAL (
        SELECT n.id FROM notifications n WHERE n.organization_id = request.organization_id AND n.id = request.id
          AND n.status = 'queued' FOR NO KEY UPDATE SKIP LOCKED
      ) AS locked
    ))`);

// SKIP LOCKED: replicas that claim at the same moment take different recipients and wait for none. Due rows are
// addressed by their place (ctid) and notifications by key, so that the plan does not depend on PostgreSQL's estimates.
const CLAIM = named(`
    WITH due AS MATERIALIZED (
      SELECT next.place
      FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS request (organization_id, notification_id, max_count) CROSS JOIN LATERAL (
        SELECT r.ctid AS place FROM notification_recipients r
        WHERE r.notification_id = request.notification_id AND r.status = 'queued' AND r.due_at <= now()
          AND ${mayBeSent('request.organization_id')}
        ORDER BY r.due_at LIMIT request.max_count FOR UPDATE SKIP LOCKED
      ) AS next
      WHERE (SELECT ${isOpen('n.organization_id', 'n.channel')} FROM notifications n
        WHERE n.organization_id = request.organization_id AND n.id = request.notification_id)
    ), claimed AS (
      UPDATE notification_recipients r
      SET status = 'sending', handed_over = false, attempts = r.attempts + 1,
        first_attempt_at = coalesce(r.first_attempt_at, now()), lease_token = $4,
        leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), updated_at = now()
      WHERE r.ctid = ANY (ARRAY(SELECT place FROM due)) RETURNING r.*
    )
    SELECT r.organization_id AS "organizationId", r.notification_id AS "notificationId", r.id, r.lease_token AS token,
      n.channel, r.attempts, r.queued_at < now() - make_interval(secs => ${DEFERRED_FOR_SECONDS}) AS "isExpired", ${STORED_VALUES}, ${SEALED_KEY}, r.event_guest_id AS "eventGuestId", n.shared_values AS "sharedValues", n.subject, n.body,
      n.template, n.language, n.variables, n.locale, n.sender_name AS "senderName", n.reply_to AS "replyTo",
      n.calendar, n.logo, n.created_at AS "createdAt"
    FROM claimed r CROSS JOIN LATERAL (
      SELECT n.*, (SELECT o.logo FROM organizations o WHERE o.id = n.organization_id) AS logo
      FROM notifications n WHERE n.organization_id = r.organization_id AND n.id = r.notification_id OFFSET 0
    ) AS n`);

/** Which of these addresses, by their keys, want no e-mail by now. */
const SUPPRESSED = named<{ organizationId: string; key: string }>(`
    SELECT given.organization_id AS "organizationId", given.key FROM unnest($1::uuid[], $2::text[]) AS given (organization_id, key)
    CROSS JOIN LATERAL (
      SELECT FROM notification_suppressions s WHERE s.organization_id = given.organization_id
        AND s.address_key IN (given.key, suppression_hash(given.organization_id, given.key)) LIMIT 1
    ) AS suppression`);

/**
 * The recipients `r` of the first two parameters (organizations and ids), found by their key. A join alone, planned
 * when there were hardly any recipients, would go through all that there are by now.
 */
export const AMONG_GIVEN = 'r.organization_id = ANY ($1) AND r.id = ANY ($2)';
// "IS TRUE" keeps PostgreSQL from turning this into a join.
const CLAIMED = `${AMONG_GIVEN}
  AND ((r.organization_id, r.id, r.lease_token) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]))) IS TRUE`;

const RENEWED = `leased_until = now() + make_interval(secs => ${LEASE_SECONDS})`;

// Renews the lease as well, so that no other process claims the recipient meanwhile.
const HAND_OVER = named(
  `UPDATE notification_recipients r SET handed_over = true, ${RENEWED} WHERE ${CLAIMED} RETURNING r.id`,
);
const RENEW = named(`UPDATE notification_recipients r SET ${RENEWED} WHERE ${CLAIMED}`);

const LOST = named(`
    SELECT r.organization_id AS "organizationId", r.notification_id AS "notificationId", r.id, r.lease_token AS token,
      r.handed_over AS "handedOver", n.channel
    FROM notification_recipients r CROSS JOIN LATERAL (
      SELECT n.channel FROM notifications n WHERE n.organization_id = r.organization_id AND n.id = r.notification_id LIMIT 1
    ) AS n
    WHERE r.lease_token IS NOT NULL AND r.leased_until < now() ORDER BY r.leased_until LIMIT ${MAX_LOST}`);

/** Claims recipients of all organizations, so that one process at a time writes to each. */
@Injectable()
export class RecipientClaims {
  /** Where the next look begins. */
  private cursor = NIL_ID;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly values: RecipientValues,
  ) {}

  /** Notifications with due recipients. If there are very many, each look continues where the one before ended. */
  async look(): Promise<(NotificationKey & { channel: Channel })[]> {
    const visited = await this.run<NotificationKey & { channel: Channel; due: boolean }>({
      ...LOOK,
      values: [this.cursor, MAX_VISITED],
    });
    this.cursor = visited.length < MAX_VISITED ? NIL_ID : visited.at(-1)!.notificationId;
    return visited.filter(({ due }) => due);
  }

  /** Claims due recipients of these notifications, up to `limit` of each. */
  claim(requests: readonly ClaimRequest[]): Promise<ClaimedRecipient[]> {
    const keys = [requests.map((request) => request.organizationId), requests.map((request) => request.notificationId)];
    const claim = { ...CLAIM, values: [...keys, requests.map(({ limit }) => limit), newId()] };
    return this.unitOfWork.runUnscoped(RECIPIENTS_REASON, async () => {
      const { client } = this.unitOfWork.current;
      const [, , claimed] = await Promise.all([
        client.query(BY_INDEX),
        client.query({ ...START, values: keys }),
        client.query<ClaimedRow>(claim),
      ]);
      return this.opened(claimed.rows);
    });
  }

  private async opened(rows: readonly ClaimedRow[]): Promise<ClaimedRecipient[]> {
    const opened = rows.map((row) => ({ ...row, ...this.values.open(row.organizationId, row, row.sealedKey) }));
    const mailed = opened.filter(({ channel, address }) => channel === 'email' && address !== null);
    const keys = [
      mailed.map(({ organizationId }) => organizationId),
      mailed.map(({ address }) => addressKeyOf(address!, 'email')),
    ];
    const suppressed = mailed.length === 0 ? [] : (await this.unitOfWork.writeUnscoped(SUPPRESSED, ...keys)).rows;
    const names = new Set(suppressed.map(suppressionKey));
    return opened.map(({ address, ...row }) => ({
      ...row,
      address: address ?? '',
      obstacle: obstacleOf(row, address, names),
    }));
  }

  /** Records that the end of these messages is about to be sent. @returns the ids of those with a valid lease */
  async handOver(leases: readonly Lease[]): Promise<ReadonlySet<string>> {
    const rows = await this.write<{ id: string }>(HAND_OVER, leases);
    return new Set(rows.map(({ id }) => id));
  }

  /** Renews leases. */
  async renew(leases: readonly Lease[]): Promise<void> {
    if (leases.length > 0) await this.write(RENEW, leases);
  }

  /** Recipients whose sender has died, or could not renew its lease. */
  lost(): Promise<LostRecipient[]> {
    return this.run<LostRecipient>(LOST);
  }

  /** For how many seconds the oldest due recipient has waited, among the oldest notifications. */
  async oldestDueSeconds(): Promise<number> {
    const [row] = await this.run<{ seconds: number | null }>({ ...OLDEST_DUE, values: [NIL_ID, MAX_VISITED] });
    return row!.seconds ?? 0;
  }

  private write<Row extends object>(
    statement: { name: string; text: string },
    leases: readonly Lease[],
  ): Promise<Row[]> {
    const ordered = inOrder(leases, (lease) => lease);
    const values = [
      ordered.map(({ organizationId }) => organizationId),
      ordered.map(({ id }) => id),
      ordered.map(({ token }) => token),
    ];
    return this.run({ ...statement, values });
  }

  private async run<Row extends object>(statement: QueryConfig): Promise<Row[]> {
    return (await this.unitOfWork.runByIndex<Row>(RECIPIENTS_REASON, statement)).rows;
  }
}

/** In the order of the recipients' keys, in which rows are always locked: that prevents deadlocks. */
export function inOrder<Item>(items: readonly Item[], leaseOf: (item: Item) => Lease): Item[] {
  const leaseKey = (item: Item) => `${leaseOf(item).organizationId} ${leaseOf(item).id}`;
  return [...items].sort((one, other) => (leaseKey(one) < leaseKey(other) ? -1 : 1));
}

function obstacleOf(
  row: Pick<ClaimedRow, 'organizationId' | 'channel'>,
  address: string | null,
  suppressed: ReadonlySet<string>,
) {
  if (address === null) return 'no_address';
  if (row.channel !== 'email') return null;
  return suppressed.has(suppressionKey({ organizationId: row.organizationId, key: addressKeyOf(address, 'email') }))
    ? 'unsubscribed'
    : null;
}

function suppressionKey({ organizationId, key }: { organizationId: string; key: string }): string {
  return `${organizationId} ${key}`;
}
