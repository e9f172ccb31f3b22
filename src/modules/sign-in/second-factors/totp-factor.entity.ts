import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { Sealed } from '../../../platform/records/sealed-column';

/** An authenticator app that makes codes by the time (RFC 6238). */
@Entity({ name: 'totp_factors' })
export class TotpFactor {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  /** The shared secret, sealed; see `SecretBox`. */
  @Sealed(`'totp_factors.secret:' || user_id`)
  @Personal('encrypted')
  @Column({ type: 'bytea' })
  secret: Buffer;
  /** The step of the last code that was accepted: none is accepted twice, and none that is older. */
  @Column({ type: 'integer' }) lastStep: number;
  /** Since when sign-ins ask for it; null until a first code has shown that the app has the secret. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) enabledAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
