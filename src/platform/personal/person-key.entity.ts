import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../records/opens-nothing';
import { Personal } from '../records/personal-column';
import { Sealed } from '../records/sealed-column';

/**
 * The key that an organization's log keeps the personal values of one person under: a guest, a contact, an invited
 * address or a user. Without its key the person is forgotten; the row stays and says since when.
 */
@Entity({ name: 'person_keys' })
@OpensNothing('it is kept as a record, and is read with credentials')
export class PersonKey {
  /** The nil UUID for the platform's own log. */
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) personId: string;
  /** Sealed by the service's own key; null once it is destroyed. */
  @Sealed(`'person_keys.sealed_key:' || organization_id || ':' || person_id`)
  @Personal('encrypted')
  @Column({ type: 'bytea', nullable: true })
  sealedKey: Buffer | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) erasedAt: Date | null;
}
