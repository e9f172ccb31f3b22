import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { KeptFor } from '../../../platform/records/kept';

/** Random bytes that a device signs once, so that no signature can be used again. */
@Entity({ name: 'passkey_challenges' })
@KeptFor('forget-passkey-challenges', { table: 'passkey_challenges', condition: 'expires_at <= $1', keptMs: 0 })
export class PasskeyChallenge {
  /** SHA-256 of the challenge. */
  @Personal('hashed') @PrimaryColumn({ type: 'bytea' }) challengeHash: Buffer;
  /** Who registers a passkey; null for a sign-in, whose user is not known yet. */
  @Column({ type: 'uuid', nullable: true }) userId: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
}
