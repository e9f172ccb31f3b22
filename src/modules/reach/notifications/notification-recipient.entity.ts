import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { KeptFor } from '../../../platform/records/kept';
import { DAY_MS } from '../../../kernel/durations';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import type { RecipientError, RecipientStatus } from './notifications.dto';

/** A recipient of a notification. Its own times are of the database's clock, which all replicas share. */
@Entity({ name: 'notification_recipients' })
@KeptFor('forget-notification-recipients', {
  table: 'notification_recipients',
  condition: 'finished_at < $1',
  keptMs: 90 * DAY_MS,
})
@OpensNothing()
export class NotificationRecipient {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) notificationId: string;
  /** See {@link RecipientValues}. */
  @Personal('encrypted') @Column({ type: 'text', nullable: true }) encryptedAddress: string | null;
  /** A keyed hash of the address, by which it is compared. */
  @Personal('hashed') @Column({ type: 'text', nullable: true }) addressKey: string | null;
  @Column({ type: 'uuid', nullable: true }) guestId: string | null;
  @Column({ type: 'uuid', nullable: true }) eventGuestId: string | null;
  /** Values of placeholders that differ between recipients, until they are sent. */
  @Personal('encrypted') @Column({ type: 'text', nullable: true }) encryptedValues: string | null;
  @Column({ type: 'text' }) status: RecipientStatus;
  /** Whether the channel may have got the message. */
  @Column({ type: 'boolean' }) handedOver: boolean;
  @Column({ type: 'integer' }) attempts: number;
  /** How often the channel asked to wait since they are queued. */
  @Column({ type: 'integer', default: 0 }) deferrals: number;
  @Column({ type: 'timestamptz', nullable: true }) firstAttemptAt: Date | null;
  /** When they began to wait for the message. */
  @Column({ type: 'timestamptz', default: () => 'now()' }) queuedAt: Date;
  @Column({ type: 'timestamptz' }) dueAt: Date;
  @Column({ type: 'uuid', nullable: true }) leaseToken: string | null;
  @Column({ type: 'timestamptz', nullable: true }) leasedUntil: Date | null;
  @Column({ type: 'text', nullable: true }) error: RecipientError | null;
  /** What the channel said. */
  @Column({ type: 'text', nullable: true }) detail: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) sentAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) finishedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
