import { Column, Entity, PrimaryColumn } from 'typeorm';

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** A customer's address that is called when something happens in their organization. */
@Entity({ name: 'webhook_endpoints' })
export class WebhookEndpoint {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) url: string;
  @Column({ type: 'text', nullable: true }) description: string | null;
  /** Names of event types, or a star alone for all of them. */
  @Column({ name: 'event_types', type: 'text', array: true }) eventTypes: string[];
  @Column({ type: 'text' }) status: EndpointStatus;
  /** Whether its last answer took long; the sender decides what counts as long. */
  @Column({ type: 'boolean', default: false }) slow: boolean;
  /** Sealed; see webhook-secrets.ts. */
  @Column({ type: 'bytea' }) secret: Buffer;
  @Column({ name: 'secret_prefix', type: 'text' }) secretPrefix: string;
  /** Takes over from `secret` at `nextSecretFrom`, by the clock alone. */
  @Column({ name: 'next_secret', type: 'bytea', nullable: true }) nextSecret: Buffer | null;
  @Column({ name: 'next_secret_prefix', type: 'text', nullable: true }) nextSecretPrefix: string | null;
  @Column({ name: 'next_secret_from', type: 'timestamptz', precision: 3, nullable: true }) nextSecretFrom: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 }) updatedAt: Date;
  /** Since then the endpoint is hidden, while its deliveries are being deleted. */
  @Column({ name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true }) deletedAt: Date | null;
}
