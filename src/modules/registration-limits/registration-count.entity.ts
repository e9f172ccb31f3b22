import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many organizations were registered on a day from an address, or with addresses of a mail domain. */
@Entity({ name: 'registration_counts' })
export class RegistrationCount {
  /** In UTC. */
  @PrimaryColumn({ type: 'date' }) day: string;
  /** A keyed hash of the address or the domain: nobody learns it from here. */
  @PrimaryColumn({ type: 'bytea' }) sourceHash: Buffer;
  @Column({ type: 'integer' }) registrations: number;
}
