import { ROLE_NAME } from '../../../kernel/permissions';
import { Email, Id, OneOf, SomeOf, Text, Timestamp } from '../../../platform/fields/fields';
import { PageQuery } from '../../../platform/fields/page.query';
import { RoleName } from '../members';
import { INVITATION_STATUSES, type InvitationStatus } from './invitation.entity';

// Somebody else than who registers in the examples.
const EMAIL = { example: 'grace@example.com' };

export class CreateInvitation {
  @Email(EMAIL) email: string;
  @RoleName('required', 'Name of a role of the organization.') role: string;
}

export class InvitationsQuery extends PageQuery {
  @SomeOf(INVITATION_STATUSES) status?: InvitationStatus[];

  @Text({
    max: 254,
    presence: 'optional',
    description: 'Words of the e-mail address, or parts of them, in any order, ignoring case and accents.',
    example: 'ada@',
  })
  q?: string;
}

/** An invitation as the API shows it: without the token, which is only in the e-mail. */
export class InvitationView {
  @Id() readonly id: string;
  @Email({ ...EMAIL, personal: true }) readonly email: string;
  @Text({ ...ROLE_NAME, personal: false }) readonly role: string;
  @OneOf(INVITATION_STATUSES) readonly status: InvitationStatus;
  @Id({ of: 'user', description: 'The user who sent it last.' }) readonly invitedBy: string;
  @Timestamp() readonly expiresAt: string;
  @Timestamp({ presence: 'nullable' }) readonly acceptedAt: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** A row, in which an expired invitation is still `pending`, as the API shows it at `now`. */
export function toInvitationView(row: InvitationView, now: Date): InvitationView {
  const { id, email, role, invitedBy, expiresAt, acceptedAt, createdAt, updatedAt } = row;
  const over = row.status === 'pending' && Date.parse(expiresAt) <= now.getTime();
  const status = over ? 'expired' : row.status;
  return { id, email, role, status, invitedBy, expiresAt, acceptedAt, createdAt, updatedAt };
}
