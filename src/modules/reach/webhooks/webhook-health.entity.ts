import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/**
 * How an endpoint fares, as far as its deliveries don't show it at a glance. By the database's clock. An endpoint that
 * nothing was sent to has none.
 */
@Entity({ name: 'webhook_health' })
@OpensNothing('it leads to an endpoint, which is disabled')
export class WebhookHealth {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) webhookId: string;
  /** The last success, or one of the hour before it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastSuccessAt: Date | null;
  /** The first failure since the last success. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) failingSince: Date | null;
  /** The last failure, or one of the hour before it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastFailureAt: Date | null;
}
