import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user's place in an organization. */
@Entity({ name: 'memberships' })
export class Membership {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId: string;

  /** The role's name: the organization's own role of that name, else the system role. */
  @Column({ type: 'text' })
  role: string;

  @Column({ name: 'joined_at', type: 'timestamptz', precision: 3 })
  joinedAt: Date;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
