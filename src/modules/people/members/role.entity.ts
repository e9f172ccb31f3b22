import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Permission } from '../../../kernel/permissions';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** A role that an organization made itself; one named like a system role shadows it there. */
@Entity({ name: 'roles' })
@OpensNothing('it says what members may do, and opens nothing to others')
export class Role {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  /** The form in which the name is compared; see {@link roleNameKey}. */
  @Column({ type: 'text' }) nameKey: string;
  /** Everything that `q` searches, in its search form. It begins with the name, so sorting by it sorts by name. */
  @Column({ type: 'text' }) search: string;
  @Column({ type: 'text', nullable: true }) description: string | null;
  @Column({ type: 'text', array: true }) permissions: Permission[];
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
