import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { KeptFor } from '../../../platform/records/kept';
import { DAY_MS } from '../../../kernel/durations';

/** An address from which a user has signed in: a stranger's guesses elsewhere don't lock it out. */
@Entity({ name: 'sign_in_addresses' })
@KeptFor('forget-sign-in-failures', {
  table: 'sign_in_addresses',
  condition: 'last_used_at <= $1',
  keptMs: 180 * DAY_MS,
})
export class SignInAddress {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  /** An IPv6 address counts as its network; see networkOf. */
  @Personal('record') @PrimaryColumn({ type: 'text' }) network: string;
  @Column({ type: 'timestamptz', precision: 3 }) lastUsedAt: Date;
}
