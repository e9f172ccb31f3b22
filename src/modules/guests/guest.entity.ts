import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person whom an organization invites to its events. */
@Entity({ name: 'guests' })
export class Guest {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) email: string | null;
  /** The form in which e-mail addresses are compared. */
  @Column({ name: 'email_key', type: 'text', nullable: true }) emailKey: string | null;
  /** E.164 */
  @Column({ type: 'text', nullable: true }) phone: string | null;
  @Column({ type: 'text', nullable: true }) company: string | null;
  @Column({ type: 'text', array: true }) tags: string[];
  /** The tags in the form in which they are searched. */
  @Column({ name: 'tag_keys', type: 'text', array: true }) tagKeys: string[];
  @Column({ type: 'text', nullable: true }) dietary: string | null;
  @Column({ type: 'text', nullable: true }) notes: string | null;
  @Column({ name: 'external_id', type: 'text', nullable: true }) externalId: string | null;
  /** Everything that `q` searches, in its search form. It begins with the name, so sorting by it sorts by name. */
  @Column({ type: 'text' }) search: string;
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
