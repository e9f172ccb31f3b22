import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** A person whom an organization invites to its events. */
@Entity({ name: 'guests' })
@Distributed()
@OpensNothing()
export class Guest {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Personal('record') @Column({ type: 'text' }) name: string;
  @Personal('record') @Column({ type: 'text', nullable: true }) email: string | null;
  /** The form in which e-mail addresses are compared. */
  @Personal('record') @Column({ type: 'text', nullable: true }) emailKey: string | null;
  /** E.164 */
  @Personal('record') @Column({ type: 'text', nullable: true }) phone: string | null;
  @Personal('record') @Column({ type: 'text', nullable: true }) company: string | null;
  @Personal('record') @Column({ type: 'text', array: true }) tags: string[];
  /** The tags in the form in which they are searched. */
  @Personal('record') @Column({ type: 'text', array: true }) tagKeys: string[];
  @Personal('record') @Column({ type: 'text', nullable: true }) dietary: string | null;
  @Personal('record') @Column({ type: 'text', nullable: true }) notes: string | null;
  @Personal('record') @Column({ type: 'text', nullable: true }) externalId: string | null;
  /** Everything that `q` searches, in its search form. It begins with the name, so sorting by it sorts by name. */
  @Personal('record') @Column({ type: 'text' }) search: string;
  /** When the person was erased; the record stays without one. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) erasedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
