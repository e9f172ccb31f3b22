import { KeptFor } from '../records/kept';
import { DAY_MS } from '../../kernel/durations';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailContent } from './mail-layout';

/** An e-mail to be sent, being sent, or sent. Its own times are of the database's clock, which all replicas share. */
@Entity({ name: 'mail_messages' })
@KeptFor(
  'forget-mail',
  { table: 'mail_messages', condition: `status = 'sent' AND finished_at < $1`, keptMs: 30 * DAY_MS },
  { table: 'mail_messages', condition: `status = 'failed' AND finished_at < $1`, keptMs: 90 * DAY_MS },
)
export class MailMessage {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** Null for mail of the platform itself. */
  @Column({ type: 'uuid', nullable: true }) organizationId: string | null;
  /** The organization, or the nil UUID: mail is sent round robin among owners. PostgreSQL computes it. */
  @Column({ type: 'uuid', insert: false, update: false }) readonly ownerId?: string;
  /** The template's name. */
  @Column({ type: 'text' }) template: string;
  @Column({ type: 'text', nullable: true }) toName: string | null;
  /** Null but for what a version of before has queued: who gets it is in the content. */
  @Column({ type: 'text', nullable: true }) toAddress: string | null;
  /** The address as {@link MailboxKeys} knows it; null when it is finished. */
  @Column({ type: 'text', nullable: true }) toKey: string | null;
  /** Sealed. Null when it is finished: it may contain secret links. */
  @Column({ type: 'jsonb', nullable: true }) content: string | MailContent | null;
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
