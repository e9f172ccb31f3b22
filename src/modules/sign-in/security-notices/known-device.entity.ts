import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { KeptFor } from '../../../platform/records/kept';
import { DAY_MS } from '../../../kernel/durations';

/** How long a device stays known after its last sign-in. */
export const DEVICE_KEPT_MS = 400 * DAY_MS;

/** A browser on a network, from which a user has signed in. */
@Entity({ name: 'known_devices' })
@KeptFor('forget-security-notices', { table: 'known_devices', condition: 'last_used_at <= $1', keptMs: DEVICE_KEPT_MS })
export class KnownDevice {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  /** SHA-256 of both; see {@link deviceOf}. */
  @Personal('hashed') @PrimaryColumn({ type: 'bytea' }) deviceHash: Buffer;
  @Column({ type: 'timestamptz', precision: 3 }) lastUsedAt: Date;
}
