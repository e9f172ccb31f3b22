import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** An organization's receiver for tests: a URL of the service itself. */
@Entity({ name: 'webhook_inboxes' })
@OpensNothing('members read it with their own credentials')
export class WebhookInbox {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** The end of its URL. It guards nothing but what is kept for a day, and is shown with the URL. */
  @Column({ type: 'text' }) token: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
