import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** A recovery under way: which of an endpoint's deliveries are still to be queued again. It goes when it is done. */
@Entity({ name: 'webhook_recoveries' })
@OpensNothing('it leads to an endpoint, which is disabled')
export class WebhookRecovery {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) webhookId: string;
  @Column({ type: 'text' }) status: 'failed' | 'pending' | 'delivered';
  /** Inclusive. */
  @Column({ type: 'timestamptz', precision: 3 }) until: Date;
  /** The last delivery that was dealt with, in the order of creation. */
  @Column({ type: 'timestamptz', precision: 3 }) afterCreatedAt: Date;
  @Column({ type: 'uuid' }) afterId: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
