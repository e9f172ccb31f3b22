import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often signing in to an account from an address has failed lately, whether or not there is such an account. */
@Entity({ name: 'sign_in_failures' })
export class SignInFailure {
  /** Of the account and the caller's address. */
  @PrimaryColumn({ type: 'bytea' }) attemptHash: Buffer;
  @Column({ type: 'integer' }) failures: number;
  @Column({ type: 'timestamptz', precision: 3 }) windowEndsAt: Date;
  /** Of the account alone. */
  @Column({ type: 'bytea' }) accountHash: Buffer;
}
