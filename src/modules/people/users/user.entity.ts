import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import type { UserStatus } from '../../../kernel/statuses';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** One person, who may be a member of several organizations. E-mail addresses are unique in any case. */
@Entity({ name: 'users' })
@OpensNothing('it is the account itself, and each occasion sets its columns: password, address, status')
export class User {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Personal('record') @Column({ type: 'text' }) name: string;
  @Personal('record') @Column({ type: 'text' }) email: string;
  /** The form in which the address is compared; see {@link emailKey}. */
  @Personal('record') @Column({ type: 'text' }) emailKey: string;
  /** Everything that `q` searches, in its search form. It begins with the name, so sorting by it sorts by name. */
  @Personal('record') @Column({ type: 'text' }) search: string;
  /**
   * Since when only the mailbox's owner can open the account: set when the user has proven that the mailbox is theirs.
   * Until then whoever made the account may be a stranger to its address.
   */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) emailProvenAt: Date | null;
  @Personal('record') @Column({ type: 'text', nullable: true }) phone: string | null;
  /** argon2id, in the PHC string format. */
  @Personal('hashed') @Column({ type: 'text' }) passwordHash: string;
  /** Whether the service made the password up: the user should choose one. */
  @Column({ type: 'boolean' }) mustChangePassword: boolean;
  /** Since when sign-ins need a second factor; null without one. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) secondFactorSince: Date | null;
  @Column({ type: 'text' }) status: UserStatus;
  @Column({ type: 'boolean' }) superAdmin: boolean;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastSignInAt: Date | null;
  /** The one of the user's own organizations that their next session is in. */
  @Column({ type: 'uuid', nullable: true }) lastOrganizationId: string | null;
  /** When the person was erased; the record stays without one. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) erasedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
