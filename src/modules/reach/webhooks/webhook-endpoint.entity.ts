import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { Sealed } from '../../../platform/records/sealed-column';
import { enumeration } from '../../../kernel/enumeration';

export const ENDPOINT_STATUSES = enumeration('WebhookStatus', ['enabled', 'disabled']);
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** A customer's address that is called when something happens in their organization. */
@Entity({ name: 'webhook_endpoints' })
export class WebhookEndpoint {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) url: string;
  @Column({ type: 'text', nullable: true }) description: string | null;
  /** Names of event types, or a star alone for all of them. */
  @Column({ type: 'text', array: true }) eventTypes: string[];
  /** Only what belongs to this tour is sent. It may have been deleted since. */
  @Column({ type: 'uuid', nullable: true }) tourId: string | null;
  /** Only what belongs to this event is sent. It may have been deleted since. */
  @Column({ type: 'uuid', nullable: true }) eventId: string | null;
  /** Sealed: headers of its own, with their values, as JSON; null without any. See webhook-secrets.ts. */
  @Sealed(`'webhook_endpoints.headers:' || id`)
  @Personal('encrypted')
  @Column({ type: 'bytea', nullable: true })
  headers: Buffer | null;
  @Column({ type: 'text', array: true, default: [] }) headerNames: string[];
  /** Whether requests also carry the headers of Standard Webhooks. */
  @Column({ type: 'boolean', default: false }) standardHeaders: boolean;
  /** Whether it gets whole records where others get a few fields. */
  @Column({ type: 'boolean', default: false }) fullPayload: boolean;
  /** Whether it is disabled after days of nothing but failures. */
  @Column({ type: 'boolean', default: false }) autoDisable: boolean;
  /** Whether its URL is the organization's own inbox for tests, which is not called over the network. */
  @Column({ type: 'boolean', default: false }) testInbox: boolean;
  /** See maker-rights.ts. */
  @Column({ type: 'uuid', nullable: true }) makerId: string | null;
  @Column({ type: 'uuid', nullable: true }) makerKeyId: string | null;
  @Column({ type: 'text', array: true }) makerPermissions: string[];
  @Column({ type: 'text' }) status: EndpointStatus;
  /** Whether its last response took long; the sender decides what counts as long. */
  @Column({ type: 'boolean', default: false }) slow: boolean;
  /** Sealed; see webhook-secrets.ts. */
  @Sealed(`'webhook_endpoints.secret:' || id`)
  @Personal('encrypted')
  @Column({ type: 'bytea' })
  secret: Buffer;
  @Column({ type: 'text' }) secretPrefix: string;
  /** Takes over from `secret` at `nextSecretFrom`, by the clock alone: so it is sealed for the same context. */
  @Sealed(`'webhook_endpoints.secret:' || id`)
  @Personal('encrypted')
  @Column({ type: 'bytea', nullable: true })
  nextSecret: Buffer | null;
  @Column({ type: 'text', nullable: true }) nextSecretPrefix: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) nextSecretFrom: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
  /** Since then the endpoint is hidden, while its deliveries are being deleted. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) deletedAt: Date | null;
}
