import { Email, Id, OneOf, Text, Timestamp } from '../../platform/http/fields';
import { SortedPageQuery } from '../../platform/http/page.query';
import { ROLE_NAME, RoleName } from './roles.dto';

export class UpdateMember {
  @RoleName('optional', 'Name of a role of the organization.') role?: string;
}

const MEMBER_SORTS = ['name', 'email', 'joinedAt'] as const;
const STATUSES = ['active', 'suspended'] as const;

export class MembersQuery extends SortedPageQuery {
  @Text({
    max: 254,
    presence: 'optional',
    description: 'Part of the name or the e-mail address, whatever the case and the accents.',
    example: 'ada',
  })
  q?: string;

  @RoleName('optional', 'Members with exactly this role.') role?: string;

  @OneOf(STATUSES, { presence: 'optional' }) status?: (typeof STATUSES)[number];

  @OneOf(MEMBER_SORTS, { presence: 'optional', leftOut: 'joinedAt' })
  sortBy?: (typeof MEMBER_SORTS)[number];
}

/** A member as the API shows them. */
export class MemberView {
  @Id({ description: "The membership's, not the user's." }) readonly id: string;
  @Id() readonly userId: string;
  @Text({ max: 120, example: 'Ada Lovelace' }) readonly name: string;
  @Email() readonly email: string;
  @Text(ROLE_NAME) readonly role: string;
  @OneOf(STATUSES, { description: "The user's." }) readonly status: (typeof STATUSES)[number];
  @Timestamp() readonly joinedAt: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}
