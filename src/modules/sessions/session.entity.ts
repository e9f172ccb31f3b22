import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A signed-in browser. It belongs to a user, and is in one organization at a time. */
@Entity({ name: 'sessions' })
export class Session {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** SHA-256 of the cookie's token. */
  @Column({ name: 'token_hash', type: 'bytea' }) tokenHash: Buffer;
  @Column({ name: 'user_id', type: 'uuid' }) userId: string;
  @Column({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  /** The operator who acts as the user. */
  @Column({ name: 'impersonator_id', type: 'uuid', nullable: true }) impersonatorId: string | null;
  /** The organization that the operator's session was in before, and will be in again. */
  @Column({ name: 'impersonator_organization_id', type: 'uuid', nullable: true }) impersonatorOrganizationId:
    string | null;
  @Column({ type: 'text', nullable: true }) ip: string | null;
  @Column({ name: 'user_agent', type: 'text', nullable: true }) userAgent: string | null;
  @Column({ name: 'last_seen_at', type: 'timestamptz', precision: 3 }) lastSeenAt: Date;
  /** When it ends, however much it is used. */
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 }) expiresAt: Date;
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
