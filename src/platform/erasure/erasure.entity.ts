import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../records/opens-nothing';

/** Who is erased: a guest of an organization, a contact on one of its teams, or a user. */
export type ErasedKind = 'guest' | 'contact' | 'user';

/** That a person was erased: ids and a time, and nothing else. */
@Entity({ name: 'erasures' })
@OpensNothing('it is kept as a record, and is read with credentials')
export class Erasure {
  /** The nil UUID for a user, who belongs to no organization. */
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) personId: string;
  @Column({ type: 'text' }) kind: ErasedKind;
  @Column({ type: 'timestamptz', precision: 3 }) erasedAt: Date;
}
