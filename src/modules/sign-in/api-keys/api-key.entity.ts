import { Column, Entity, PrimaryColumn } from 'typeorm';
import { enumeration } from '../../../kernel/enumeration';
import type { Scope } from '../../../kernel/scopes';
import type { Permission } from '../../../kernel/permissions';

/** Whom a key acts for: the user who made it, or the organization itself. */
export const KEY_OWNERS = enumeration('ApiKeyOwner', ['user', 'organization']);
export type KeyOwner = (typeof KEY_OWNERS)[number];

/** A credential for programs. It acts for the user who made it or for the organization, in one organization. */
@Entity({ name: 'api_keys' })
export class ApiKey {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) userId: string;
  @Column({ type: 'text' }) name: string;
  /** The part of the key that may be shown, to identify it. */
  @Column({ type: 'text' }) prefix: string;
  /** SHA-256 of the whole key. */
  @Column({ type: 'bytea' }) secretHash: Buffer;
  /** Those of its user's permissions that the key has; null for all of them. */
  @Column({ type: 'text', array: true, nullable: true }) permissions: Permission[] | null;
  /** What it may reach, narrower than its permissions; null for no such limit. */
  @Column({ type: 'text', array: true, nullable: true }) scopes: Scope[] | null;
  @Column({ type: 'text' }) owner: KeyOwner;
  /** Whether it makes use of its user's Super Admin flag. */
  @Column({ type: 'boolean' }) superAdmin: boolean;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) expiresAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastUsedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
