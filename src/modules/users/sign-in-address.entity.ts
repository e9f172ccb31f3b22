import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An address from which a user has signed in: a stranger's guesses elsewhere don't lock it out. */
@Entity({ name: 'sign_in_addresses' })
export class SignInAddress {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  /** An IPv6 address counts as its network; see networkOf. */
  @PrimaryColumn({ type: 'text' }) network: string;
  @Column({ type: 'timestamptz', precision: 3 }) lastUsedAt: Date;
}
