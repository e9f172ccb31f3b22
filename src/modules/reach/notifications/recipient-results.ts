import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids';
import { runInContext, systemContext } from '../../../platform/context/request-context';
import { Batches } from '../../../platform/background/batches';
import { BY_INDEX } from '../../../platform/database/by-index';
import { named } from '../../../platform/database/named';
import { RetriedWrites } from '../../../platform/background/retried-writes';
import { BackgroundLog } from '../../../platform/logging/background-log';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MailPauses, type OrganizationOutcomes } from '../mail-limits';
import { UserNames } from '../../people/users';
import { NotificationRecorder } from './notification.recorder';
import type { Channel, RecipientError } from './notifications.dto';
import { EVENT_NAMES_OF_ALL, eventIdsIn, showEventNames } from './event-names';
import { NOTIFICATION, toRecord, type NotificationRow } from './notifications.repository';
import { inOrder, RECIPIENTS_REASON, type Lease } from './recipient-claims.repository';
import { AMONG_GIVEN, DEFERRED_FOR_SECONDS } from './recipient-claim-statements';
import { columnList, columnsOf } from '../../../platform/database/table';
import { Notification } from './notification.entity';
import { NotificationRecipient } from './notification-recipient.entity';

const NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient, 'r');
const NOTIFICATION_COLUMN = columnsOf(Notification, 'n');
const BARE_NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient);
const BARE_NOTIFICATION = columnsOf(Notification);

const MAX_AT_ONCE = 100;
/** The longest time from the start of the first attempt to the start of the last. */
const RETRIED_FOR_SECONDS = 120;

/** From the first request to wait to the next attempt, which doubles with each further one. */
const DEFERRAL_SECONDS = 5;
const MAX_DEFERRAL_SECONDS = 15 * 60;

/**
 * `postponed`: waits for another attempt. `deferred`: waits, and the attempt doesn't count. `given_back`: as if it had
 * not been claimed.
 */
export type RecordedOutcome = 'sent' | 'failed' | 'postponed' | 'deferred' | 'given_back';

/** The outcome for a recipient. */
export interface Result {
  readonly lease: Lease & { readonly channel: Channel };
  readonly outcome: RecordedOutcome;
  readonly error?: RecipientError;
  readonly detail?: string;
  /** Seconds from now to the next attempt, if it is postponed. */
  readonly delaySeconds?: number;
  /** Set for an expired lease: the result counts only if the lease is still expired and `handedOver` is unchanged. */
  readonly lost?: { readonly handedOver: boolean };
}

// In the order of their ids, so that replicas that count for the same notifications don't deadlock. It is a statement
// of its own: only one that begins after the lock sees what others have counted.
const LOCK = named(`
    SELECT ${NOTIFICATION_COLUMN.id} FROM notifications n
    JOIN unnest($1::uuid[], $2::uuid[]) AS counted (organization_id, id)
      ON ${NOTIFICATION_COLUMN.organizationId} = counted.organization_id AND ${NOTIFICATION_COLUMN.id} = counted.id
    ORDER BY ${NOTIFICATION_COLUMN.id} FOR NO KEY UPDATE OF n`);

// Deletes the values of a message when its recipient is finished. ("IS NOT DISTINCT FROM" makes PostgreSQL look a
// recipient up by its key, and not among all that are leased.)
const RECORD = named(`
    WITH given AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::float8[],
        $8::boolean[])
        AS given (organization_id, id, token, outcome, error, detail, delay_seconds, handed_over)
    ), result AS (
      SELECT given.organization_id, given.id, given.token, given.error, given.detail, given.delay_seconds,
        given.handed_over,
        CASE
          WHEN given.outcome = 'postponed' AND now() + make_interval(secs => given.delay_seconds
            - ${RETRIED_FOR_SECONDS}) > ${NOTIFICATION_RECIPIENT.firstAttemptAt} THEN 'failed'
          WHEN given.outcome = 'deferred' AND ${NOTIFICATION_RECIPIENT.queuedAt}
            < now() - make_interval(secs => ${DEFERRED_FOR_SECONDS}) THEN 'failed'
          ELSE given.outcome
        END AS outcome
      FROM given JOIN notification_recipients r ON ${NOTIFICATION_RECIPIENT.organizationId} = given.organization_id
        AND ${NOTIFICATION_RECIPIENT.id} = given.id
      WHERE ${AMONG_GIVEN}
    ), recorded AS (
      UPDATE notification_recipients r
      SET ${BARE_NOTIFICATION_RECIPIENT.status} =
          CASE WHEN outcome IN ('sent', 'failed') THEN outcome ELSE 'queued' END,
        ${BARE_NOTIFICATION_RECIPIENT.attempts} = ${NOTIFICATION_RECIPIENT.attempts}
          - CASE WHEN outcome IN ('given_back', 'deferred') THEN 1 ELSE 0 END,
        ${BARE_NOTIFICATION_RECIPIENT.deferrals} = ${NOTIFICATION_RECIPIENT.deferrals}
          + CASE WHEN outcome = 'deferred' THEN 1 ELSE 0 END,
        -- The time that a provider asks for is none of the two minutes either.
        ${BARE_NOTIFICATION_RECIPIENT.firstAttemptAt} =
          CASE WHEN outcome = 'deferred' OR (outcome = 'given_back' AND ${NOTIFICATION_RECIPIENT.attempts} = 1)
            THEN NULL ELSE ${NOTIFICATION_RECIPIENT.firstAttemptAt} END,
        ${BARE_NOTIFICATION_RECIPIENT.dueAt} =
          CASE outcome WHEN 'postponed' THEN now() + make_interval(secs => delay_seconds)
            WHEN 'deferred' THEN now() + make_interval(secs =>
              least(${DEFERRAL_SECONDS} * 2 ^ least(${NOTIFICATION_RECIPIENT.deferrals}, 10), ${MAX_DEFERRAL_SECONDS}))
            ELSE ${NOTIFICATION_RECIPIENT.dueAt} END,
        ${BARE_NOTIFICATION_RECIPIENT.error} =
          CASE WHEN outcome = 'given_back' THEN ${NOTIFICATION_RECIPIENT.error} ELSE result.error END,
        ${BARE_NOTIFICATION_RECIPIENT.detail} =
          CASE WHEN outcome = 'given_back' THEN ${NOTIFICATION_RECIPIENT.detail} ELSE result.detail END,
        ${BARE_NOTIFICATION_RECIPIENT.leaseToken} = NULL, ${BARE_NOTIFICATION_RECIPIENT.leasedUntil} = NULL,
        ${BARE_NOTIFICATION_RECIPIENT.updatedAt} = now(),
        ${BARE_NOTIFICATION_RECIPIENT.sentAt} = CASE WHEN outcome = 'sent' THEN now() END,
        ${BARE_NOTIFICATION_RECIPIENT.finishedAt} = CASE WHEN outcome IN ('sent', 'failed') THEN now() END,
        ${BARE_NOTIFICATION_RECIPIENT.encryptedValues} =
          CASE WHEN outcome IN ('sent', 'failed') THEN NULL ELSE ${NOTIFICATION_RECIPIENT.encryptedValues} END
      FROM result
      WHERE ${AMONG_GIVEN}
        AND ${NOTIFICATION_RECIPIENT.organizationId} = result.organization_id
        AND ${NOTIFICATION_RECIPIENT.id} = result.id
        AND ${NOTIFICATION_RECIPIENT.leaseToken} IS NOT DISTINCT FROM result.token
        AND (result.handed_over IS NULL OR (${NOTIFICATION_RECIPIENT.leasedUntil} < now()
          AND ${NOTIFICATION_RECIPIENT.handedOver} = result.handed_over))
      RETURNING ${NOTIFICATION_RECIPIENT.organizationId}, ${NOTIFICATION_RECIPIENT.notificationId},
        ${NOTIFICATION_RECIPIENT.id}, ${NOTIFICATION_RECIPIENT.status}, result.outcome
    ), counted AS (
      SELECT ${columnList(NotificationRecipient, 'organizationId', 'notificationId')},
        count(*) FILTER (WHERE ${BARE_NOTIFICATION_RECIPIENT.status} = 'sent') AS sent,
        count(*) FILTER (WHERE ${BARE_NOTIFICATION_RECIPIENT.status} = 'failed') AS failed
      FROM recorded GROUP BY ${columnList(NotificationRecipient, 'organizationId', 'notificationId')}
    ), updated AS (
      UPDATE notifications n
      SET ${BARE_NOTIFICATION.sent} = ${NOTIFICATION_COLUMN.sent} + counted.sent,
        ${BARE_NOTIFICATION.failed} = ${NOTIFICATION_COLUMN.failed} + counted.failed,
        ${BARE_NOTIFICATION.updatedAt} = now(), ${BARE_NOTIFICATION.status} = CASE
          WHEN ${NOTIFICATION_COLUMN.sent} + ${NOTIFICATION_COLUMN.failed} + counted.sent + counted.failed
            < ${NOTIFICATION_COLUMN.total} THEN 'sending'
          WHEN ${NOTIFICATION_COLUMN.failed} + counted.failed = 0 THEN 'sent'
          WHEN ${NOTIFICATION_COLUMN.sent} + counted.sent = 0 THEN 'failed' ELSE 'partly_failed' END
      FROM counted
      WHERE ${NOTIFICATION_COLUMN.organizationId} = counted.organization_id
        AND ${NOTIFICATION_COLUMN.id} = counted.notification_id
        AND counted.sent + counted.failed > 0
      RETURNING ${NOTIFICATION_COLUMN.organizationId}, ${NOTIFICATION_COLUMN.id}, ${NOTIFICATION_COLUMN.status}
    )
    SELECT recorded.id, recorded.outcome, updated.organization_id AS "organizationId", updated.id AS "notificationId"
    FROM recorded LEFT JOIN updated ON updated.organization_id = recorded.organization_id
      AND updated.id = recorded.notification_id AND updated.status <> 'sending'`);

/** A recipient whose outcome was recorded; with the notification if that is completed by now. */
interface Recorded {
  readonly id: string;
  readonly outcome: RecordedOutcome;
  readonly organizationId: string;
  readonly notificationId: string | null;
}

const COMPLETED = named(`
    SELECT ${NOTIFICATION_COLUMN.organizationId} AS "organizationId", ${NOTIFICATION.columns}
    FROM unnest($1::uuid[], $2::uuid[]) AS completed (organization_id, id)
    JOIN ${NOTIFICATION.from} ON ${NOTIFICATION_COLUMN.organizationId} = completed.organization_id
      AND ${NOTIFICATION_COLUMN.id} = completed.id`);

/** Records the outcomes for recipients, and counts them for their notifications. Only the owner of a lease can. */
@Injectable()
export class RecipientResults {
  private readonly writes: RetriedWrites;
  private readonly batches = new Batches<Result, RecordedOutcome | null>((results) => this.write(results), MAX_AT_ONCE);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly recorder: NotificationRecorder,
    private readonly userNames: UserNames,
    private readonly mailPauses: MailPauses,
    log: BackgroundLog,
  ) {
    this.writes = new RetriedWrites((error) => log.error(error, 'what became of recipients could not be recorded yet'));
  }

  /**
   * @returns what was recorded: `failed` instead of `postponed` when the time for retries is over; null when the
   *   lease has passed to another process
   * @throws when it can't be written
   */
  record(result: Result): Promise<RecordedOutcome | null> {
    return this.batches.add(result);
  }

  /** Stops retrying failed writes, because the service is stopping. */
  stopRetrying(): void {
    this.writes.stopRetrying();
  }

  private async write(results: readonly Result[]): Promise<(RecordedOutcome | null)[]> {
    const recorded = await this.writes.retry(() => this.update(inOrder(results, ({ lease }) => lease)));
    const outcomes = new Map(recorded.map(({ id, outcome }) => [id, outcome]));
    return results.map(({ lease }) => outcomes.get(lease.id) ?? null);
  }

  private update(results: readonly Result[]): Promise<Recorded[]> {
    const column = <T>(of: (result: Result) => T): T[] => results.map(of);
    const organizationIds = column(({ lease }) => lease.organizationId);
    const notificationIds = column(({ lease }) => lease.notificationId);
    const values = [
      organizationIds,
      column(({ lease }) => lease.id),
      column(({ lease }) => lease.token),
      column(({ outcome }) => outcome),
      column(({ error }) => error ?? null),
      column(({ detail }) => detail ?? null),
      column(({ delaySeconds }) => delaySeconds ?? 0),
      column(({ lost }) => lost?.handedOver ?? null),
    ];
    return runInContext(systemContext(`notifications:${newId()}`), () =>
      this.unitOfWork.runUnscoped(RECIPIENTS_REASON, async () => {
        const { client } = this.unitOfWork.current;
        const [, , recorded] = await Promise.all([
          client.query(BY_INDEX),
          client.query({ ...LOCK, values: [organizationIds, notificationIds] }),
          client.query<Recorded>({ ...RECORD, values }),
        ]);
        await this.mailPauses.count(mailOutcomes(results, recorded.rows));
        await this.recordCompleted(recorded.rows);
        return recorded.rows;
      }),
    );
  }

  /** Each notification once, however many of its recipients were the last ones. */
  private async recordCompleted(recorded: readonly Recorded[]): Promise<void> {
    const completed = new Map<string, string>();
    for (const { notificationId, organizationId } of recorded)
      if (notificationId !== null) completed.set(notificationId, organizationId);
    if (completed.size === 0) return;
    const { rows } = await this.unitOfWork.current.client.query<NotificationRow & { organizationId: string }>({
      ...COMPLETED,
      values: [[...completed.values()], [...completed.keys()]],
    });
    const eventIds = eventIdsIn(rows);
    if (eventIds.length > 0) {
      const values = [[...new Set(completed.values())], eventIds];
      showEventNames(rows, (await this.unitOfWork.current.client.query({ ...EVENT_NAMES_OF_ALL, values })).rows);
    }
    for (const { organizationId, ...view } of await this.userNames.withCreatorNames(rows.map(toRecord)))
      this.recorder.completed(view, organizationId);
  }
}

/** What servers said to messages whose outcome was recorded, by organization. */
function mailOutcomes(results: readonly Result[], recorded: readonly Recorded[]): OrganizationOutcomes[] {
  const ids = new Set(recorded.map(({ id }) => id));
  const outcomes = new Map<string, OrganizationOutcomes>();
  for (const { lease, outcome, error } of results) {
    const isRefused = outcome === 'failed' && error === 'rejected';
    if (lease.channel !== 'email' || !ids.has(lease.id) || (outcome !== 'sent' && !isRefused)) continue;
    const { organizationId } = lease;
    const { tried, refused } = outcomes.get(organizationId) ?? { tried: 0, refused: 0 };
    outcomes.set(organizationId, { organizationId, tried: tried + 1, refused: refused + (isRefused ? 1 : 0) });
  }
  return [...outcomes.values()];
}
