import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UserStatus } from '../../../kernel/statuses';

/** A user's membership of an organization. */
@Entity({ name: 'memberships' })
export class Membership {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) userId: string;
  /** The role's name: the organization's own role of that name, else the system role. */
  @Column({ type: 'text' }) role: string;
  /** In this organization; the user may be suspended besides. */
  @Column({ type: 'text' }) status: UserStatus;
  @Column({ type: 'timestamptz', precision: 3 }) joinedAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
