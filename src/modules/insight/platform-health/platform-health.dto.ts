import { enumeration } from '../../../kernel/enumeration';
import { Flag, Id, Integer, ListOf, Nested, OneOf, Shown, Text, Timestamp } from '../../../platform/fields/fields';

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 3 };
const SECONDS = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 12 };
const BYTES = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 52_428_800 };

/** What waits in tables until a background worker takes it. */
export const QUEUES = enumeration('QueueName', ['webhooks', 'mail', 'notifications', 'auditSealing', 'passwordResets']);
export type QueueName = (typeof QUEUES)[number];

/** A process of the service. */
export class ReplicaView {
  @Id({ of: 'replica' }) readonly id: string;
  @Text({ max: 255, example: 'tours-1' }) readonly host: string;
  @Integer({ ...COUNT, example: 4711 }) readonly pid: number;
  @Text({ max: 50, description: 'The release that it runs.', example: '1.0.0' }) readonly version: string;
  @Flag({ description: 'Whether it has been heard of in the last minute.' }) readonly alive: boolean;
  @Timestamp() readonly startedAt: string;
  @Timestamp() readonly lastSeenAt: string;
}

/** What waits for a worker. */
export class QueueView {
  @OneOf(QUEUES) readonly name: QueueName;
  @Integer({ ...COUNT, description: 'All that wait, those whose time has not come too.' }) readonly depth: number;
  @Integer({ ...SECONDS, description: 'How long the oldest one that is due has been waiting.' })
  readonly oldestSeconds: number;
}

/** A background job: its last round and its next. */
export class JobView {
  @Text({ max: 100, example: 'renew-subscriptions' }) readonly name: string;
  @Flag({ description: 'Whether a round is under way.' }) readonly running: boolean;
  @Timestamp({ presence: 'nullable' }) readonly lastStartedAt: string | null;
  @Timestamp({ presence: 'nullable' }) readonly lastFinishedAt: string | null;
  @Shown({ type: 'number', nullable: true, description: 'How long the last round took, in seconds.', example: 0.4 })
  readonly durationSeconds: number | null;
  @Text({
    max: 1000,
    presence: 'nullable',
    description: 'Why the last round failed; null when it did not.',
    example: null,
  })
  readonly lastError: string | null;
  @Timestamp() readonly nextRunAt: string;
  @Integer({ ...SECONDS, description: 'How long ago it was due; 0 when it is not.', example: 0 })
  readonly overdueSeconds: number;
}

/** A webhook that fails: no attempt of the last day's newest deliveries has succeeded. */
export class FailingWebhookView {
  @Id({ of: 'webhook' }) readonly id: string;
  @Id() readonly organizationId: string;
  @Text({ max: 120, example: 'Northern Lights Touring' }) readonly organizationName: string;
  @Text({ max: 2000, example: 'https://example.com/hooks/tours' }) readonly url: string;
  @Integer({ ...COUNT, description: 'Deliveries of the last 24 hours that have been tried and not delivered.' })
  readonly failing: number;
  @Timestamp({ description: 'When the oldest of them was made.' }) readonly since: string;
}

/** E-mail of the last 24 hours, by its outcome: the service's own and that of organizations to their guests. */
export class MailOutcomesView {
  @Integer(COUNT) readonly sent: number;
  @Integer(COUNT) readonly failed: number;
  @Integer({
    ...COUNT,
    description:
      'To how many recipients organizations have sent e-mail since midnight UTC: the sum of `mailToday` in the list of organizations.',
  })
  readonly today: number;
}

/** The organizations that were founded with e-mail addresses of one domain. */
export class FounderDomainView {
  @Text({ max: 253, description: 'As it is written in ASCII.', example: 'example.com' }) readonly domain: string;
  @Integer({ ...COUNT, description: 'Organizations that were registered in the last 24 hours.' })
  readonly registered: number;
  @Integer({ ...COUNT, description: 'To how many recipients they have sent e-mail since midnight UTC.' })
  readonly recipients: number;
  @Integer({ ...COUNT, description: 'Of their e-mail since midnight UTC: how many messages servers refused for good.' })
  readonly refused: number;
  @Integer({ ...COUNT, description: 'Organizations whose e-mail is paused until midnight UTC.', example: 0 })
  readonly paused: number;
}

/** A standby of the database. */
export class StandbyView {
  @Text({ max: 200, example: 'standby' }) readonly name: string;
  @Text({ max: 50, presence: 'nullable', description: 'As PostgreSQL says it.', example: 'streaming' })
  readonly state: string | null;
  @Shown({ type: 'number', nullable: true, description: 'How far behind it is, in seconds.', example: 0 })
  readonly lagSeconds: number | null;
}

/** The database. */
export class DatabaseHealthView {
  @Text({ max: 50, example: '16.4' }) readonly version: string;
  @Integer(BYTES) readonly sizeBytes: number;
  @Integer(COUNT) readonly connections: number;
  @Integer({ ...COUNT, example: 100 }) readonly maxConnections: number;
  @ListOf(() => StandbyView) readonly standbys: StandbyView[];
}

/** The disk that this process keeps its files on. */
export class DiskView {
  @Integer(BYTES) readonly totalBytes: number;
  @Integer(BYTES) readonly freeBytes: number;
}

/** The change of the encryption key. */
export class KeyRotationView {
  @Integer({ ...COUNT, description: 'Secrets that the previous key still seals. At 0 the job is done.' })
  readonly left: number;
}

/** The figures of which there is a history. */
export class HealthFigures {
  @Integer(COUNT) readonly replicas: number;
  @Integer({ ...COUNT, description: 'Of all queues together.' }) readonly waiting: number;
  @Integer({ ...SECONDS, description: 'The oldest of all queues.' }) readonly oldestSeconds: number;
  @Integer(COUNT) readonly failingWebhooks: number;
  @Integer({ ...COUNT, description: 'In the 24 hours before.' }) readonly mailSent: number;
  @Integer({ ...COUNT, description: 'In the 24 hours before.' }) readonly mailFailed: number;
  @Integer(COUNT) readonly connections: number;
  @Integer(BYTES) readonly databaseBytes: number;
}

/** The figures of one moment of the last day. */
export class HealthSampleView extends HealthFigures {
  @Timestamp() readonly at: string;
}

/** How the whole platform is doing. */
export class PlatformHealthView {
  @Timestamp({ description: 'When the figures were read.' }) readonly at: string;
  @ListOf(() => ReplicaView, { description: 'The oldest first; one that was not heard of for a day is gone.' })
  readonly replicas: ReplicaView[];
  @ListOf(() => QueueView) readonly queues: QueueView[];
  @ListOf(() => JobView, { description: 'By name.' }) readonly jobs: JobView[];
  @ListOf(() => FailingWebhookView, { description: 'At most 20, those with most failures first.' })
  readonly failingWebhooks: FailingWebhookView[];
  @Nested(() => MailOutcomesView) readonly mail: MailOutcomesView;
  @ListOf(() => FounderDomainView, {
    description:
      'The mail domains of founders: at most 10, those with most recipients first, then those with most registrations.',
  })
  readonly founderDomains: FounderDomainView[];
  @Nested(() => DatabaseHealthView) readonly database: DatabaseHealthView;
  @Nested(() => DiskView, { presence: 'nullable' }) readonly disk: DiskView | null;
  @Nested(() => KeyRotationView, {
    presence: 'nullable',
    description: 'Null unless there is a previous key (`ENCRYPTION_KEY_PREVIOUS`).',
  })
  readonly keyRotation: KeyRotationView | null;
  @ListOf(() => HealthSampleView, { description: 'Of the last 24 hours, every five minutes, the oldest first.' })
  readonly history: HealthSampleView[];
}
