import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { KeptFor } from '../../../platform/records/kept';
import { DAY_MS } from '../../../kernel/durations';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** How long a request is kept. */
export const INBOX_REQUEST_KEPT_MS = DAY_MS;

/** A request that an inbox got. */
@Entity({ name: 'webhook_inbox_requests' })
@KeptFor('forget-inbox-requests', {
  table: 'webhook_inbox_requests',
  condition: 'created_at < $1',
  keptMs: INBOX_REQUEST_KEPT_MS,
})
@OpensNothing('members read it with their own credentials')
export class WebhookInboxRequest {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) inboxId: string;
  /** Without the values of headers of the endpoint's own, which are secret. */
  @Column({ type: 'json' }) headers: Readonly<Record<string, string>>;
  /** As the event that was sent is stored; see {@link EventBodies}. */
  @Column({ type: 'text' }) body: string;
  @Column({ type: 'uuid' }) eventId: string;
  @Column({ type: 'uuid', array: true }) people: string[];
  @Personal('encrypted') @Column({ type: 'text', nullable: true }) personal: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
