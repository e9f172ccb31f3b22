import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';

/** Which user a person of an identity provider is. A subject stays, an e-mail address may be given to somebody else. */
@Entity({ name: 'sso_identities' })
export class SsoIdentity {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @Column({ type: 'uuid' }) id: string;
  @PrimaryColumn({ type: 'text' }) issuer: string;
  @Personal('record') @PrimaryColumn({ type: 'text' }) subject: string;
  @Column({ type: 'uuid' }) userId: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
