import { enumeration } from '../../../kernel/enumeration';
import { ROLE_NAME } from '../../../kernel/permissions';
import { USER_STATUSES, type UserStatus } from '../../../kernel/statuses';
import { Email, Id, OneOf, SomeOf, Text, Timestamp } from '../../../platform/fields/fields';
import { SortedPageQuery } from '../../../platform/fields/page.query';
import { RoleName } from './roles.dto';

const LET_IN = ['active'] as const;

export class UpdateMember {
  @RoleName('optional', 'Name of a role of the organization.') role?: string;

  @OneOf(LET_IN, { presence: 'optional', description: 'Lets a member in again who is suspended in the organization.' })
  status?: (typeof LET_IN)[number];
}

const MEMBER_SORTS = enumeration('MemberSort', ['name', 'email', 'joinedAt']);

export class MembersQuery extends SortedPageQuery {
  @Text({
    max: 254,
    presence: 'optional',
    description: 'Words of the name or the e-mail address, or parts of them, in any order, ignoring case and accents.',
    example: 'ada',
  })
  q?: string;

  @RoleName('optional', 'Members with exactly this role.') role?: string;

  @SomeOf(USER_STATUSES) status?: UserStatus[];

  @OneOf(MEMBER_SORTS, { presence: 'optional', default: 'joinedAt' })
  sortBy?: (typeof MEMBER_SORTS)[number];
}

/** A member as the API shows them. */
export class MemberView {
  @Id({ description: "The membership's id, not the user's." }) readonly id: string;
  @Id() readonly userId: string;
  @Text({ max: 120, example: 'Ada Lovelace', personal: true }) readonly name: string;
  @Email({ personal: true }) readonly email: string;
  @Text({ ...ROLE_NAME, personal: false }) readonly role: string;
  @OneOf(USER_STATUSES, { description: 'Suspended in the organization, or on the platform.' })
  readonly status: UserStatus;
  @Timestamp() readonly joinedAt: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}
