import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import { Personal } from '../../../platform/records/personal-column';

/** An address that wants no more e-mail from the organization. */
@Entity({ name: 'notification_suppressions' })
@OpensNothing()
export class NotificationSuppression {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Personal('record') @Column({ type: 'text' }) address: string;
  /** The form in which the address is compared. */
  @Personal('record') @Column({ type: 'text' }) addressKey: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
