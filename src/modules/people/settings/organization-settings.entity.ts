import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an organization has set; its currency is the organization's own. */
@Entity({ name: 'organization_settings' })
export class OrganizationSettings {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @Column({ type: 'text' }) locale: string;
  @Column({ type: 'text', array: true }) expenseCategories: readonly string[];
  @Column({ type: 'text', nullable: true }) senderName: string | null;
  @Column({ type: 'text', nullable: true }) senderReplyTo: string | null;
  /** Whether everybody in the organization must have a second factor. */
  @Column({ type: 'boolean' }) requireSecondFactor: boolean;
  /** After how many days guests are erased; null for never. */
  @Column({ type: 'integer', nullable: true }) guestDaysAfterLastEvent: number | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
