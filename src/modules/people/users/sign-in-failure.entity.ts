import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { KeptFor } from '../../../platform/records/kept';

/**
 * How often signing in has failed lately: to an account from an address, to an account from anywhere, or from an
 * address to any account. Accounts that do not exist count like any.
 */
@Entity({ name: 'sign_in_failures' })
@KeptFor('forget-sign-in-failures', { table: 'sign_in_failures', condition: 'window_ends_at <= $1', keptMs: 0 })
export class SignInFailure {
  /** Of the account, the caller's address, or both. */
  @Personal('hashed') @PrimaryColumn({ type: 'bytea' }) attemptHash: Buffer;
  @Column({ type: 'integer' }) failures: number;
  @Column({ type: 'timestamptz', precision: 3 }) windowEndsAt: Date;
  /** Of the account alone; null for an address over all accounts. */
  @Personal('hashed') @Column({ type: 'bytea', nullable: true }) accountHash: Buffer | null;
  /** Whether it is recorded that the limit was reached in this window. */
  @Column({ type: 'boolean' }) locked: boolean;
}
