import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { KeptFor } from '../../../platform/records/kept';

/** A sign-in that waits for what else the account demands. */
@Entity({ name: 'sign_in_challenges' })
@KeptFor('forget-sign-in-challenges', { table: 'sign_in_challenges', condition: 'expires_at <= $1', keptMs: 0 })
export class SignInChallenge {
  /** SHA-256 of the token that the browser has. */
  @Personal('hashed') @PrimaryColumn({ type: 'bytea' }) tokenHash: Buffer;
  @Column({ type: 'uuid' }) userId: string;
  /** SHA-256 of the password's stored hash: a new password ends the challenge. */
  @Personal('hashed') @Column({ type: 'bytea' }) passwordDigest: Buffer;
  /** What was shown, and what follows once the rest is (JSON), sealed; see `SecretBox`. */
  @Personal('encrypted') @Column({ type: 'bytea' }) continuation: Buffer;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
}
