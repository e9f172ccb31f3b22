import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { KeptFor } from '../../../platform/records/kept';
import { DAY_MS } from '../../../kernel/durations';

/** A session that is not used for this long is over. */
export const IDLE_MS = 14 * DAY_MS;

/** A signed-in browser. It belongs to a user, and is in one organization at a time. */
@Entity({ name: 'sessions' })
@KeptFor(
  'delete-ended-sessions',
  { table: 'sessions', condition: 'expires_at <= $1', keptMs: 0 },
  { table: 'sessions', condition: 'last_seen_at <= $1', keptMs: IDLE_MS },
)
export class Session {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** SHA-256 of the cookie's token. */
  @Personal('hashed') @Column({ type: 'bytea' }) tokenHash: Buffer;
  @Column({ type: 'uuid' }) userId: string;
  @Column({ type: 'uuid' }) organizationId: string;
  /** The operator who acts as the user. */
  @Column({ type: 'uuid', nullable: true }) impersonatorId: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) impersonatingSince: Date | null;
  /** The organization that the operator's session was in before, and will be in again. */
  @Column({ type: 'uuid', nullable: true }) impersonatorOrganizationId: string | null;
  /** The organization whose identity provider signed the user in; null for all other ways. */
  @Column({ type: 'uuid', nullable: true }) ssoOrganizationId: string | null;
  /** When a user whom a provider signed in last showed what the account itself demands; null for all other sessions. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) ownProofAt: Date | null;
  @Personal('record') @Column({ type: 'text', nullable: true }) ip: string | null;
  @Personal('record') @Column({ type: 'text', nullable: true }) userAgent: string | null;
  /** When its user last showed who they are. */
  @Column({ type: 'timestamptz', precision: 3 }) authenticatedAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) lastSeenAt: Date;
  /** When it ends, however much it is used. */
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
