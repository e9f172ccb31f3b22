import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { KeptFor } from '../../../platform/records/kept';
import { DAY_MS } from '../../../kernel/durations';

/** A token that was mailed. Finished ones stay for a while, because the limit of mails counts them. */
@Entity({ name: 'password_resets' })
@KeptFor('forget-password-resets', { table: 'password_resets', condition: 'created_at <= $1', keptMs: DAY_MS })
export class PasswordReset {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) userId: string;
  @Personal('hashed') @Column({ type: 'bytea' }) tokenHash: Buffer;
  /** The caller's network. */
  @Personal('record') @Column({ type: 'text' }) requestedFrom: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) endedAt: Date | null;
}
