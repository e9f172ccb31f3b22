import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Permission } from '../../kernel/permissions';

/** A credential for programs. It acts for the user who made it, in one organization. */
@Entity({ name: 'api_keys' })
export class ApiKey {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ name: 'user_id', type: 'uuid' }) userId: string;
  @Column({ type: 'text' }) name: string;
  /** The part of the key that may be shown, to tell one from another. */
  @Column({ type: 'text' }) prefix: string;
  /** SHA-256 of the whole key. */
  @Column({ name: 'secret_hash', type: 'bytea' }) secretHash: Buffer;
  /** Those of its user's permissions that the key has; null for all of them. */
  @Column({ type: 'text', array: true, nullable: true }) permissions: Permission[] | null;
  /** Whether it makes use of its user's Super Admin flag. */
  @Column({ name: 'super_admin', type: 'boolean' }) superAdmin: boolean;
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true }) expiresAt: Date | null;
  @Column({ name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true }) lastUsedAt: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
