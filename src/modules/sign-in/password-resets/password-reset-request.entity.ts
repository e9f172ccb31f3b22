import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { HOUR_MS } from '../../../kernel/durations';
import { KeptFor } from '../../../platform/records/kept';

/** A request that could not be processed for this long is dropped. */
export const WAITS_MS = HOUR_MS;

/** A request for a new password, as it came; whether there is such an account is found out when it is worked off. */
@Entity({ name: 'password_reset_requests' })
@KeptFor('forget-password-resets', {
  table: 'password_reset_requests',
  condition: 'created_at <= $1',
  keptMs: WAITS_MS,
})
export class PasswordResetRequest {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Personal('passing') @Column({ type: 'text' }) emailKey: string;
  @Personal('passing') @Column({ type: 'text', nullable: true }) ip: string | null;
  @Personal('passing') @Column({ type: 'text', nullable: true }) userAgent: string | null;
  @Column({ type: 'text' }) requestId: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
