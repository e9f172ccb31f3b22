import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { tableOf } from '../../../platform/database/table';
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

export const HEALTH_REASON = 'Super Admins look after all organizations';

const BEAT = named(`
  INSERT INTO replicas (id, host, pid, version, started_at, last_seen_at) VALUES ($1, $2, $3, $4, now(), now())
  ON CONFLICT (id) DO UPDATE SET last_seen_at = now()`);

const REPLICAS = new UnscopedStatement<ReplicaView>(
  HEALTH_REASON,
  `SELECT id, host, pid, version, started_at AS "startedAt", last_seen_at AS "lastSeenAt",
     last_seen_at > now() - interval '1 minute' AS alive
   FROM replicas ORDER BY started_at, id`,
);

/** Seconds since the earliest of some moments that is not in the future. */
const waitingSince = (moment: string) =>
  `coalesce(floor(extract(epoch FROM now() - min(${moment}) FILTER (WHERE ${moment} <= now()))), 0)::int`;

const QUEUES = new UnscopedStatement<QueueView>(
  HEALTH_REASON,
  `SELECT 'webhooks' AS name, count(*)::int AS depth, ${waitingSince('q.due_at')} AS "oldestSeconds"
   FROM webhook_queue q JOIN webhook_endpoints w ON w.organization_id = q.organization_id AND w.id = q.webhook_id
     AND w.status = 'enabled' AND w.deleted_at IS NULL
   UNION ALL
   SELECT 'mail', count(*)::int, ${waitingSince('due_at')} FROM mail_messages WHERE status = 'queued'
   UNION ALL
   SELECT 'notifications', count(*)::int, ${waitingSince('due_at')}
   FROM notification_recipients WHERE status IN ('queued', 'sending')
   UNION ALL
   SELECT 'auditSealing', (SELECT count(*)::int FROM audit_unsealed), coalesce(floor(extract(epoch FROM now() - (
     SELECT r.occurred_at FROM audit_records r JOIN (
       SELECT organization_id, audit_record_id FROM audit_unsealed ORDER BY number LIMIT 1
     ) AS u ON r.organization_id = u.organization_id AND r.id = u.audit_record_id
   ))), 0)::int
   UNION ALL
   SELECT 'passwordResets', count(*)::int, ${waitingSince('created_at')} FROM password_reset_requests`,
);

const JOBS = new UnscopedStatement<JobView>(
  HEALTH_REASON,
  `SELECT name, coalesce(locked_until > now(), false) AS running, last_started_at AS "lastStartedAt",
     last_finished_at AS "lastFinishedAt", last_error AS "lastError", next_run_at AS "nextRunAt",
     CASE WHEN last_finished_at >= last_started_at
       THEN round(extract(epoch FROM last_finished_at - last_started_at), 3)::float8 END AS "durationSeconds",
     CASE WHEN locked_until > now() THEN 0
       ELSE greatest(0, floor(extract(epoch FROM now() - next_run_at)))::int END AS "overdueSeconds"
   FROM jobs ORDER BY name`,
);

// Of one that is switched off, deliveries wait: nothing fails.
const FAILING = new UnscopedStatement<FailingWebhookView>(
  HEALTH_REASON,
  `SELECT w.id, w.organization_id AS "organizationId", o.name AS "organizationName", w.url, d.failing, d.since
   FROM (
     SELECT organization_id, webhook_id, count(*)::int AS failing, min(created_at) AS since
     FROM webhook_deliveries
     WHERE created_at > now() - interval '1 day' AND attempts > 0 AND delivered_at IS NULL
     GROUP BY organization_id, webhook_id
   ) AS d
   JOIN webhook_endpoints w ON w.organization_id = d.organization_id AND w.id = d.webhook_id AND w.status = 'enabled'
     AND w.deleted_at IS NULL
   JOIN organizations o ON o.id = w.organization_id AND o.deleted_at IS NULL
   ORDER BY d.failing DESC, w.id LIMIT 20`,
);

// Letters to guests count as well as the service's own: those that nobody tried to send, to nobody's address, do not.
const MAIL = new UnscopedStatement<MailOutcomesView>(
  HEALTH_REASON,
  `SELECT count(*) FILTER (WHERE status = 'sent')::int AS sent, count(*) FILTER (WHERE status = 'failed')::int AS failed,
     (SELECT coalesce(sum(recipients), 0)::float8 FROM mail_days WHERE day = (now() AT TIME ZONE 'UTC')::date) AS today
   FROM (
     SELECT status FROM mail_messages WHERE finished_at > now() - interval '1 day'
     UNION ALL
     SELECT r.status FROM notification_recipients r
     JOIN notifications n ON n.organization_id = r.organization_id AND n.id = r.notification_id AND n.channel = 'email'
     WHERE r.finished_at > now() - interval '1 day' AND r.attempts > 0
   ) AS mail`,
);

// From what was sent today and registered lately, each found by its index: the others don't matter here.
const FOUNDER_DOMAINS = new UnscopedStatement<FounderDomainView>(
  HEALTH_REASON,
  `WITH sent AS (
     SELECT organization_id, recipients, refused, paused_at FROM mail_days
     WHERE day = (now() AT TIME ZONE 'UTC')::date AND (recipients > 0 OR tried > 0)
   ), registered AS (
     SELECT id FROM organizations WHERE deleted_at IS NULL AND created_at > now() - interval '1 day'
   )
   SELECT split_part(u.email_key, '@', 2) AS domain, count(registered.id)::int AS registered,
     coalesce(sum(sent.recipients), 0)::float8 AS recipients, coalesce(sum(sent.refused), 0)::float8 AS refused,
     count(sent.paused_at)::int AS paused
   FROM sent FULL JOIN registered ON registered.id = sent.organization_id
   JOIN organizations o ON o.id = coalesce(sent.organization_id, registered.id)
   JOIN users u ON u.id = o.founded_by
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

  async mail(): Promise<MailOutcomesView> {
    return this.database.unscopedOnly(MAIL);
  }

  founderDomains(): Promise<FounderDomainView[]> {
    return this.database.unscopedRows(FOUNDER_DOMAINS);
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
