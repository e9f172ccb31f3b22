import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { enumeration } from '../../../kernel/enumeration';

export const INVITATION_STATUSES = enumeration('InvitationStatus', ['pending', 'accepted', 'revoked', 'expired']);
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** An invitation to join an organization, sent by e-mail. */
@Entity({ name: 'invitations' })
export class Invitation {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Personal('record') @Column({ type: 'text' }) email: string;
  /** The form in which the address is compared; see {@link emailKey}. */
  @Personal('record') @Column({ type: 'text' }) emailKey: string;
  /** Everything that `q` searches, in its search form. */
  @Personal('record') @Column({ type: 'text' }) search: string;
  /** The role's name. */
  @Column({ type: 'text' }) role: string;
  /** A pending one whose time is over has expired, whether or not that is written here. */
  @Column({ type: 'text' }) status: InvitationStatus;
  /** SHA-256 of the token in the e-mail sent last. */
  @Personal('hashed') @Column({ type: 'bytea' }) tokenHash: Buffer;
  /** The user who sent the last e-mail. */
  @Column({ type: 'uuid' }) invitedBy: string;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) acceptedAt: Date | null;
  /** When it was sent again, as far as that still counts towards the limit of e-mails. */
  @Column({ type: 'timestamptz', precision: 3, array: true }) resentAt: Date[];
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
