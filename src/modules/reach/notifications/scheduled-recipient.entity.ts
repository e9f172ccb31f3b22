import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import { Personal } from '../../../platform/records/personal-column';

/** Somebody whom a message names that is sent later: an address or a guest. See {@link RecipientValues}. */
@Entity({ name: 'scheduled_recipients' })
@OpensNothing()
export class ScheduledRecipient {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) notificationId: string;
  @Column({ type: 'integer' }) position: number;
  @Personal('encrypted') @Column({ type: 'text', nullable: true }) encryptedAddress: string | null;
  /** A keyed hash of the address, by which it is found. */
  @Personal('hashed') @Column({ type: 'text', nullable: true }) addressKey: string | null;
  @Column({ type: 'uuid', nullable: true }) guestId: string | null;
}
