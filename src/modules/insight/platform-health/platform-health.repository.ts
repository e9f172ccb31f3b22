import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { select, columnList, columnsOf, tableOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { HealthSample } from './health-sample.entity';
import type {
  DatabaseHealthView,
  FailingWebhookView,
  FounderDomainView,
  HealthFigures,
  HealthSampleView,
  JobView,
  MailOutcomesView,
  QueueView,
  ReplicaView,
  StandbyView,
} from './platform-health.dto';
import { Replica } from './replica.entity';
import { WebhookEndpoint } from '../../reach/webhooks/webhook-endpoint.entity';
import { WebhookQueueEntry } from '../../reach/webhooks/webhook-queue-entry.entity';
import { MailMessage } from '../../../platform/mail/mail-message.entity';
import { NotificationRecipient } from '../../reach/notifications/notification-recipient.entity';
import { AuditRecord } from '../../../platform/audit/audit-record.entity';
import { AuditUnsealed } from '../../../platform/audit/audit-unsealed.entity';
import { ScheduledJob } from '../../../platform/background/job.entity';
import { Organization } from '../../people/organizations/organization.entity';
import { WebhookDelivery } from '../../reach/webhooks/webhook-delivery.entity';
import { MailDay } from '../../reach/mail-limits/mail-day.entity';
import { Notification } from '../../reach/notifications/notification.entity';
import { User } from '../../people/users/user.entity';

const WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint, 'w');
const ORGANIZATION = columnsOf(Organization, 'o');
const NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient, 'r');
const WEBHOOK_QUEUE_ENTRY = columnsOf(WebhookQueueEntry, 'q');
const AUDIT_RECORD = columnsOf(AuditRecord, 'r');
const NOTIFICATION = columnsOf(Notification, 'n');
const USER = columnsOf(User, 'u');
const SCHEDULED_JOB = columnsOf(ScheduledJob);
const REPLICA = columnsOf(Replica);
const MAIL_DAY = columnsOf(MailDay);
const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery);
const MAIL_MESSAGE = columnsOf(MailMessage);
const AUDIT_UNSEALED = columnsOf(AuditUnsealed);
const BARE_ORGANIZATION = columnsOf(Organization);
const BARE_NOTIFICATION_RECIPIENT = columnsOf(NotificationRecipient);

export const HEALTH_REASON = 'Super Admins look after all organizations';

const BEAT = named(`
  INSERT INTO replicas (${columnList(Replica, 'id', 'host', 'pid', 'version', 'startedAt', 'lastSeenAt')})
  VALUES ($1, $2, $3, $4, now(), now())
  ON CONFLICT (${REPLICA.id}) DO UPDATE SET ${REPLICA.lastSeenAt} = now()`);

const REPLICAS = new UnscopedStatement<ReplicaView>(
  HEALTH_REASON,
  `SELECT ${REPLICA.id}, ${REPLICA.host}, ${REPLICA.pid}, ${REPLICA.version}, ${REPLICA.startedAt} AS "startedAt",
     ${REPLICA.lastSeenAt} AS "lastSeenAt",
     ${REPLICA.lastSeenAt} > now() - interval '1 minute' AS alive
   FROM replicas ORDER BY ${REPLICA.startedAt}, ${REPLICA.id}`,
);

/** Seconds since the earliest of some moments that is not in the future. */
const waitingSince = (moment: string) =>
  `coalesce(floor(extract(epoch FROM now() - min(${moment}) FILTER (WHERE ${moment} <= now()))), 0)::int`;

const QUEUES = new UnscopedStatement<QueueView>(
  HEALTH_REASON,
  `SELECT 'webhooks' AS name, count(*)::int AS depth, ${waitingSince(WEBHOOK_QUEUE_ENTRY.dueAt)} AS "oldestSeconds"
   FROM webhook_queue q
     JOIN webhook_endpoints w ON ${WEBHOOK_ENDPOINT.organizationId} = ${WEBHOOK_QUEUE_ENTRY.organizationId}
       AND ${WEBHOOK_ENDPOINT.id} = ${WEBHOOK_QUEUE_ENTRY.webhookId}
     AND ${WEBHOOK_ENDPOINT.status} = 'enabled' AND ${WEBHOOK_ENDPOINT.deletedAt} IS NULL
   UNION ALL
   SELECT 'mail', count(*)::int, ${waitingSince(MAIL_MESSAGE.dueAt)} FROM mail_messages
   WHERE ${MAIL_MESSAGE.status} = 'queued'
   UNION ALL
   SELECT 'notifications', count(*)::int, ${waitingSince(MAIL_MESSAGE.dueAt)}
   FROM notification_recipients WHERE ${BARE_NOTIFICATION_RECIPIENT.status} IN ('queued', 'sending')
   UNION ALL
   SELECT 'auditSealing', (SELECT count(*)::int FROM audit_unsealed), coalesce(floor(extract(epoch FROM now() - (
     SELECT ${AUDIT_RECORD.occurredAt} FROM audit_records r JOIN (
       SELECT ${AUDIT_UNSEALED.organizationId}, ${AUDIT_UNSEALED.auditRecordId} FROM audit_unsealed
       ORDER BY ${AUDIT_UNSEALED.number} LIMIT 1
     ) AS u ON ${AUDIT_RECORD.organizationId} = u.organization_id AND ${AUDIT_RECORD.id} = u.audit_record_id
   ))), 0)::int
   UNION ALL
   SELECT 'passwordResets', count(*)::int, ${waitingSince('created_at')} FROM password_reset_requests`,
);

const JOBS = new UnscopedStatement<JobView>(
  HEALTH_REASON,
  `SELECT ${SCHEDULED_JOB.name}, coalesce(${SCHEDULED_JOB.lockedUntil} > now(), false) AS running,
     ${SCHEDULED_JOB.lastStartedAt} AS "lastStartedAt",
     ${SCHEDULED_JOB.lastFinishedAt} AS "lastFinishedAt", ${SCHEDULED_JOB.lastError} AS "lastError",
     ${SCHEDULED_JOB.nextRunAt} AS "nextRunAt",
     CASE WHEN ${SCHEDULED_JOB.lastFinishedAt} >= ${SCHEDULED_JOB.lastStartedAt}
       THEN round(extract(epoch FROM ${SCHEDULED_JOB.lastFinishedAt} - ${SCHEDULED_JOB.lastStartedAt}),
         3)::float8 END AS "durationSeconds",
     CASE WHEN ${SCHEDULED_JOB.lockedUntil} > now() THEN 0
       ELSE greatest(0, floor(extract(epoch FROM now() - ${SCHEDULED_JOB.nextRunAt})))::int END AS "overdueSeconds"
   FROM jobs ORDER BY ${SCHEDULED_JOB.name}`,
);

// Of one that is switched off, deliveries wait: nothing fails.
const FAILING = new UnscopedStatement<FailingWebhookView>(
  HEALTH_REASON,
  `SELECT ${select(WebhookEndpoint, 'w', 'id', 'organizationId').columns}, ${ORGANIZATION.name} AS "organizationName",
     ${WEBHOOK_ENDPOINT.url}, d.failing, d.since
   FROM (
     SELECT ${WEBHOOK_DELIVERY.organizationId}, ${WEBHOOK_DELIVERY.webhookId}, count(*)::int AS failing,
       min(${WEBHOOK_DELIVERY.createdAt}) AS since
     FROM webhook_deliveries
     WHERE ${WEBHOOK_DELIVERY.createdAt} > now() - interval '1 day' AND ${WEBHOOK_DELIVERY.attempts} > 0
       AND ${WEBHOOK_DELIVERY.deliveredAt} IS NULL
     GROUP BY ${WEBHOOK_DELIVERY.organizationId}, ${WEBHOOK_DELIVERY.webhookId}
   ) AS d
   JOIN webhook_endpoints w ON ${WEBHOOK_ENDPOINT.organizationId} = d.organization_id
     AND ${WEBHOOK_ENDPOINT.id} = d.webhook_id AND ${WEBHOOK_ENDPOINT.status} = 'enabled'
     AND ${WEBHOOK_ENDPOINT.deletedAt} IS NULL
   JOIN organizations o ON ${ORGANIZATION.id} = ${WEBHOOK_ENDPOINT.organizationId} AND ${ORGANIZATION.deletedAt} IS NULL
   ORDER BY d.failing DESC, ${WEBHOOK_ENDPOINT.id} LIMIT 20`,
);

// Letters to guests count as well as the service's own: those that nobody tried to send, to nobody's address, do not.
const MAIL = new UnscopedStatement<MailOutcomesView>(
  HEALTH_REASON,
  `SELECT count(*) FILTER (WHERE status = 'sent')::int AS sent,
     count(*) FILTER (WHERE status = 'failed')::int AS failed,
     (SELECT coalesce(sum(${MAIL_DAY.recipients}), 0)::float8 FROM mail_days WHERE ${MAIL_DAY.day} = $1::date) AS today
   FROM (
     SELECT ${MAIL_MESSAGE.status} FROM mail_messages WHERE ${MAIL_MESSAGE.finishedAt} > now() - interval '1 day'
     UNION ALL
     SELECT ${NOTIFICATION_RECIPIENT.status} FROM notification_recipients r
     JOIN notifications n ON ${NOTIFICATION.organizationId} = ${NOTIFICATION_RECIPIENT.organizationId}
       AND ${NOTIFICATION.id} = ${NOTIFICATION_RECIPIENT.notificationId} AND ${NOTIFICATION.channel} = 'email'
     WHERE ${NOTIFICATION_RECIPIENT.finishedAt} > now() - interval '1 day' AND ${NOTIFICATION_RECIPIENT.attempts} > 0
   ) AS mail`,
);

// From what was sent today and registered lately, each found by its index: the others don't matter here.
const FOUNDER_DOMAINS = new UnscopedStatement<FounderDomainView>(
  HEALTH_REASON,
  `WITH sent AS (
     SELECT ${MAIL_DAY.organizationId}, ${MAIL_DAY.recipients}, ${MAIL_DAY.refused}, ${MAIL_DAY.pausedAt} FROM mail_days
     WHERE ${MAIL_DAY.day} = $1::date AND (${MAIL_DAY.recipients} > 0 OR ${MAIL_DAY.tried} > 0)
   ), registered AS (
     SELECT ${BARE_ORGANIZATION.id} FROM organizations
     WHERE ${BARE_ORGANIZATION.deletedAt} IS NULL AND ${BARE_ORGANIZATION.createdAt} > now() - interval '1 day'
   )
   SELECT split_part(${USER.emailKey}, '@', 2) AS domain, count(registered.id)::int AS registered,
     coalesce(sum(sent.recipients), 0)::float8 AS recipients, coalesce(sum(sent.refused), 0)::float8 AS refused,
     count(sent.paused_at)::int AS paused
   FROM sent FULL JOIN registered ON registered.id = sent.organization_id
   JOIN organizations o ON ${ORGANIZATION.id} = coalesce(sent.organization_id, registered.id)
   JOIN users u ON ${USER.id} = ${ORGANIZATION.foundedBy}
   GROUP BY 1 ORDER BY recipients DESC, registered DESC, domain LIMIT 10`,
);

// Names and states of other users' connections and standbys are null to a role without pg_monitor; their number is not.
const DATABASE = new UnscopedStatement<Omit<DatabaseHealthView, 'standbys'>>(
  HEALTH_REASON,
  `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
     pg_database_size(current_database())::float8 AS "sizeBytes",
     (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
     current_setting('max_connections')::int AS "maxConnections"`,
);
const STANDBYS = new UnscopedStatement<StandbyView>(
  HEALTH_REASON,
  `SELECT coalesce(nullif(application_name, ''), 'standby') AS name, state,
     extract(epoch FROM replay_lag)::float8 AS "lagSeconds"
   FROM pg_stat_replication ORDER BY 1`,
);

const { fields: sample } = tableOf(HealthSample);
const HISTORY = new UnscopedStatement<{ at: string; figures: HealthFigures }>(
  HEALTH_REASON,
  `SELECT ${sample.at}, ${sample.figures} FROM health_samples WHERE ${sample.at} > now() - interval '1 day'
   ORDER BY ${sample.at}`,
);
const ADD_SAMPLE = named(`INSERT INTO health_samples (${sample.at}, ${sample.figures})
    VALUES (now(), $1) ON CONFLICT (${sample.at}) DO NOTHING`);

/** All that is read and written about the health of the platform, by the database's clock, which all replicas share. */
@Injectable()
export class PlatformHealthRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Notes that a process runs. */
  async beat({ id, host, pid, version }: Pick<Replica, 'id' | 'host' | 'pid' | 'version'>): Promise<void> {
    await this.unitOfWork.runUnscoped(HEALTH_REASON, () => this.unitOfWork.writeUnscoped(BEAT, id, host, pid, version));
  }

  /** Forgets a process that stops. */
  async forget(id: string): Promise<void> {
    await this.unitOfWork.runUnscoped(HEALTH_REASON, () => this.unitOfWork.delete(Replica, { id }));
  }

  replicas(): Promise<ReplicaView[]> {
    return this.database.unscopedRows(REPLICAS);
  }

  queues(): Promise<QueueView[]> {
    return this.database.unscopedRows(QUEUES);
  }

  jobs(): Promise<JobView[]> {
    return this.database.unscopedRows(JOBS);
  }

  failingWebhooks(): Promise<FailingWebhookView[]> {
    return this.database.unscopedRows(FAILING);
  }

  /** @param day (UTC) by the clock that counts e-mail */
  async mail(day: string): Promise<MailOutcomesView> {
    return this.database.unscopedOnly(MAIL, day);
  }

  /** @param day (UTC) as for {@link mail} */
  founderDomains(day: string): Promise<FounderDomainView[]> {
    return this.database.unscopedRows(FOUNDER_DOMAINS, day);
  }

  async databaseHealth(): Promise<DatabaseHealthView> {
    const database = await this.database.unscopedOnly(DATABASE);
    return { ...database, standbys: await this.database.unscopedRows(STANDBYS) };
  }

  async history(): Promise<HealthSampleView[]> {
    const rows = await this.database.unscopedRows(HISTORY);
    return rows.map(({ at, figures }) => ({ at, ...figures }));
  }

  async addSample(figures: HealthFigures): Promise<void> {
    await this.unitOfWork.runUnscoped(HEALTH_REASON, () =>
      this.unitOfWork.writeUnscoped(ADD_SAMPLE, JSON.stringify(figures)),
    );
  }
}
