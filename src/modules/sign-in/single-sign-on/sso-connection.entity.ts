import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { Sealed } from '../../../platform/records/sealed-column';

/** The identity provider (OpenID Connect) of an organization. */
@Entity({ name: 'sso_connections' })
export class SsoConnection {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @Column({ type: 'text' }) issuer: string;
  @Column({ type: 'text' }) clientId: string;
  /** Sealed; see `SecretBox`. Null for a public client. */
  @Sealed(`'sso_connections.client_secret:' || organization_id`)
  @Personal('encrypted')
  @Column({ type: 'bytea', nullable: true })
  clientSecret: Buffer | null;
  /** The role of somebody who signs in for the first time. */
  @Column({ type: 'text' }) defaultRole: string;
  /** Whether members sign in by it alone. */
  @Column({ type: 'boolean' }) requireSso: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
