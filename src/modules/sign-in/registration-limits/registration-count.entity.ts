import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { KeptFor } from '../../../platform/records/kept';

/** How many organizations were registered on a day from an address, or with addresses of a mail domain. */
@Entity({ name: 'registration_counts' })
@KeptFor('forget-registration-counts', {
  table: 'registration_counts',
  condition: 'day < $1::timestamptz::date',
  keptMs: 0,
})
export class RegistrationCount {
  /** In UTC. */
  @PrimaryColumn({ type: 'date' }) day: string;
  /** A keyed hash of the address or the domain: nobody learns it from here. */
  @Personal('hashed') @PrimaryColumn({ type: 'bytea' }) sourceHash: Buffer;
  @Column({ type: 'integer' }) registrations: number;
}
