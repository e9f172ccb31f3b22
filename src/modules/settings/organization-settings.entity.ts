import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an organization has set; its currency is the organization's own. */
@Entity({ name: 'organization_settings' })
export class OrganizationSettings {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @Column({ type: 'text' }) locale: string;
  @Column({ type: 'text', array: true }) expenseCategories: readonly string[];
  @Column({ type: 'text', nullable: true }) senderName: string | null;
  @Column({ type: 'text', nullable: true }) senderReplyTo: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
