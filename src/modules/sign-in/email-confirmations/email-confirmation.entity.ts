import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { KeptFor } from '../../../platform/records/kept';

/** A token that was mailed to confirm an address. Finished ones stay for a while, because the limit counts them. */
@Entity({ name: 'email_confirmations' })
@KeptFor('forget-email-confirmations', { table: 'email_confirmations', condition: 'expires_at <= $1', keptMs: 0 })
export class EmailConfirmation {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) userId: string;
  /**
   * The address that it confirms instead of the user's own; null for the user's own, and for a change that nobody was
   * mailed a link of.
   */
  @Personal('record') @Column({ type: 'text', nullable: true }) newEmail: string | null;
  @Personal('hashed') @Column({ type: 'bytea' }) tokenHash: Buffer;
  /** Of the token that stops a change of address; null for a confirmation of the user's own. */
  @Personal('hashed') @Column({ type: 'bytea', nullable: true }) cancelHash: Buffer | null;
  /** The session that asked for a change of address, which ends with it. */
  @Column({ type: 'uuid', nullable: true }) sessionId: string | null;
  /** Whether the user asked for it, instead of getting it with the registration. */
  @Column({ type: 'boolean' }) resent: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) endedAt: Date | null;
}
