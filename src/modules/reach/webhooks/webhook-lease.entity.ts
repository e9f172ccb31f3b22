import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** A delivery that is being sent. It refers to nothing, like the queue's rows, and runs out by the database's clock. */
@Entity({ name: 'webhook_leases' })
@OpensNothing('it leads to an endpoint, which is disabled')
export class WebhookLease {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) webhookId: string;
  @PrimaryColumn({ type: 'uuid' }) deliveryId: string;
  /** The holder's. */
  @Column({ type: 'uuid' }) token: string;
  @Column({ type: 'timestamptz' }) leasedAt: Date;
  @Column({ type: 'timestamptz' }) leasedUntil: Date;
}
