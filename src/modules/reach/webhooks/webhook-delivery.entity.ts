import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import { Personal } from '../../../platform/records/personal-column';
import type { WebhookAttemptView } from './webhook-deliveries.dto';

/** A message to an endpoint, with all attempts to send it. */
@Entity({ name: 'webhook_deliveries' })
@OpensNothing('it leads to an endpoint, which is disabled')
export class WebhookDelivery {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) webhookId: string;
  @Column({ type: 'uuid' }) eventId: string;
  @Column({ type: 'text' }) eventType: string;
  /** Whether it sends the event's full body: fixed when it is made, so that every attempt sends the same. */
  @Column({ type: 'boolean', default: false }) fullPayload: boolean;
  @Column({ type: 'integer' }) attempts: number;
  @Column({ type: 'text' }) nextKind: 'scheduled' | 'manual';
  /** By the database's clock, which all replicas share. Null when nothing is due any more. */
  @Column({ type: 'timestamptz', nullable: true }) dueAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) deliveredAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) failedAt: Date | null;
  /** When its last result was recorded, if that was more than an hour after it was made: an index finds it by this. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) delayedResultAt: Date | null;
  /** As the API shows it: it is only read with the delivery, and rows of its own would cost more to write. */
  @Personal('record') @Column({ type: 'json', array: true }) attemptLog: WebhookAttemptView[];
}
