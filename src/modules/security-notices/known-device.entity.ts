import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A browser on a network, from which a user has signed in. */
@Entity({ name: 'known_devices' })
export class KnownDevice {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  /** SHA-256 of both; see {@link deviceOf}. */
  @PrimaryColumn({ type: 'bytea' }) deviceHash: Buffer;
  @Column({ type: 'timestamptz', precision: 3 }) lastUsedAt: Date;
}
