import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DAY_MS } from '../../kernel/durations';
import { Personal } from '../records/personal-column';
import { KeptFor } from '../records/kept';
import { OpensNothing } from '../records/opens-nothing';
import { SealedBriefly } from '../records/sealed-column';

/** An e-mail to be sent, being sent, or sent. Its own times are of the database's clock, which all replicas share. */
@Entity({ name: 'mail_messages' })
@KeptFor(
  'forget-mail',
  { table: 'mail_messages', condition: `status = 'sent' AND finished_at < $1`, keptMs: 30 * DAY_MS },
  { table: 'mail_messages', condition: `status = 'failed' AND finished_at < $1`, keptMs: 90 * DAY_MS },
)
@OpensNothing('its links open nothing once that which they lead to has ended')
export class MailMessage {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** Null for mail of the platform itself. */
  @Column({ type: 'uuid', nullable: true }) organizationId: string | null;
  /** The organization, or the nil UUID: mail is sent round robin among owners. PostgreSQL computes it. */
  @Column({ type: 'uuid', insert: false, update: false }) readonly ownerId?: string;
  /** The template's name. */
  @Column({ type: 'text' }) template: string;
  /** The address as {@link MailboxKeys} knows it; null when it is finished. */
  @Personal('hashed') @Column({ type: 'text', nullable: true }) toKey: string | null;
  /** What is sent to whom, sealed. Null when it is finished: it may contain secret links. */
  @SealedBriefly() @Personal('encrypted') @Column({ type: 'bytea', nullable: true }) content: Buffer | null;
  @Column({ type: 'text' }) status: 'queued' | 'sent' | 'failed';
  @Column({ type: 'integer' }) attempts: number;
  @Column({ type: 'timestamptz' }) dueAt: Date;
  /** The holder of the lease. */
  @Column({ type: 'uuid', nullable: true }) lockedBy: string | null;
  @Column({ type: 'timestamptz', nullable: true }) lockedUntil: Date | null;
  @Column({ type: 'text', nullable: true }) lastError: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) finishedAt: Date | null;
}
