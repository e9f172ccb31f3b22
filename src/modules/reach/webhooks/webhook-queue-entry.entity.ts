import { Entity, PrimaryColumn } from 'typeorm';

/** A delivery that waits. Narrow rows come and go, so that claims neither write deliveries nor pass completed ones. */
@Entity({ name: 'webhook_queue' })
export class WebhookQueueEntry {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) webhookId: string;
  @PrimaryColumn({ type: 'timestamptz' }) dueAt: Date;
  @PrimaryColumn({ type: 'uuid' }) deliveryId: string;
}
