import { enumeration } from '../../../kernel/enumeration';
import { ROLE_NAME } from '../../../kernel/permissions';
import {
  ORGANIZATION_STATUSES,
  USER_STATUSES,
  type OrganizationStatus,
  type UserStatus,
} from '../../../kernel/statuses';
import { Email, Flag, Id, ListOf, OneOf, Phone, SomeOf, Text, Timestamp } from '../../../platform/fields/fields';
import { SortedPageQuery } from '../../../platform/fields/page.query';
import { RoleName } from '../members';

/** What users change of themselves. */
export class UpdateOwnUser {
  @Text({ min: 1, max: 120, presence: 'optional', example: 'Ada Lovelace' })
  name?: string;

  @Phone({ presence: 'nullable', description: 'E.164.' })
  phone?: string | null;
}

/** What Super Admins change of a user. */
export class UpdateUser extends UpdateOwnUser {
  @RoleName('optional', 'Name of a role of the organization.')
  role?: string;

  @OneOf(USER_STATUSES, {
    presence: 'optional',
    description: "Suspending ends the user's sessions and stops their API keys, in all organizations, at once.",
  })
  status?: UserStatus;
}

const USER_SORTS = enumeration('UserSort', ['name', 'email', 'createdAt']);

/** What every list of users can be searched and sorted by. */
export class PeopleQuery extends SortedPageQuery {
  @Text({
    max: 254,
    presence: 'optional',
    description: 'Words of the name or the e-mail address, or parts of them, in any order, ignoring case and accents.',
    example: 'ada',
  })
  q?: string;

  @SomeOf(USER_STATUSES) status?: UserStatus[];

  @OneOf(USER_SORTS, { presence: 'optional', default: 'createdAt' })
  sortBy?: (typeof USER_SORTS)[number];
}

export class UsersQuery extends PeopleQuery {
  @Text({ ...ROLE_NAME, presence: 'optional', description: 'Users with exactly this role.' })
  role?: string;
}

/** An organization that the caller is a member of. */
export class OwnOrganizationView {
  @Id({ of: 'organization' })
  readonly id: string;

  @Text({ max: 120, example: 'Northern Lights Touring' })
  readonly name: string;

  @Text({ max: 80, example: 'northern-lights-touring' })
  readonly slug: string;

  @Text({ max: 2000, presence: 'nullable', description: 'URL of an image.', example: 'https://example.com/logo.png' })
  readonly logo: string | null;

  @Text({ ...ROLE_NAME, description: "The caller's role in it.", example: 'Admin' })
  readonly role: string;

  @OneOf(ORGANIZATION_STATUSES)
  readonly status: OrganizationStatus;
}

/** All organizations that the caller is a member of. */
export class OwnOrganizationsView {
  @ListOf(() => OwnOrganizationView, { description: 'By name.' })
  readonly data: OwnOrganizationView[];
}

/** A user as the API shows them. */
export class UserView {
  @Id()
  readonly id: string;

  @Text({ max: 120, example: 'Ada Lovelace', personal: true }) readonly name: string;

  @Email({ personal: true }) readonly email: string;

  @Phone({ presence: 'nullable', description: 'E.164.', personal: true }) readonly phone: string | null;

  @Text({
    ...ROLE_NAME,
    presence: 'nullable',
    description: 'Name of the role in this organization; null for a Super Admin who is not a member of it.',
    example: 'Admin',
    personal: false,
  })
  readonly role: string | null;

  @OneOf(USER_STATUSES)
  readonly status: UserStatus;

  @Flag({ description: 'Whether the user is a Super Admin of the platform.', example: false })
  readonly superAdmin: boolean;

  @Timestamp({ presence: 'nullable' })
  readonly lastSignInAt: string | null;

  @Timestamp()
  readonly createdAt: string;

  @Timestamp()
  readonly updatedAt: string;
}
