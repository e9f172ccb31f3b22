import { Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** A delivery that waits. Narrow rows come and go, so that claims neither write deliveries nor pass completed ones. */
@Entity({ name: 'webhook_queue' })
@OpensNothing('it leads to an endpoint, which is disabled')
export class WebhookQueueEntry {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) webhookId: string;
  @PrimaryColumn({ type: 'timestamptz' }) dueAt: Date;
  @PrimaryColumn({ type: 'uuid' }) deliveryId: string;
}
