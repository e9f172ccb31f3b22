import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OrganizationStatus } from '../../../kernel/statuses';

/** A tenant: everything but people and the platform's own tables belongs to one. */
@Entity({ name: 'organizations' })
export class Organization {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) slug: string;
  /** Everything that `q` searches, in its search form. It begins with the name, so sorting by it sorts by name. */
  @Column({ type: 'text' }) search: string;
  @Column({ type: 'text', nullable: true }) logo: string | null;
  @Column({ type: 'text' }) timezone: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text' }) status: OrganizationStatus;
  @Column({ type: 'uuid', nullable: true }) planId: string | null;
  /** The user who registered it; null once that user is gone. */
  @Column({ type: 'uuid', nullable: true }) foundedBy: string | null;
  /** Recipients of e-mail per day, as an operator set it: null for the default, 0 for no limit. */
  @Column({ type: 'integer', nullable: true }) mailDailyLimit: number | null;
  /** Requests per window of each of its callers, as an operator set it; null for the default. */
  @Column({ type: 'integer', nullable: true }) rateLimit: number | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
  /** A deleted organization is invisible at once; its rows are purged later. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) deletedAt: Date | null;
}
