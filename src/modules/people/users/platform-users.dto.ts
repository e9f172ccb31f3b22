import { PickType } from '@nestjs/swagger';
import { ROLE_NAME } from '../../../kernel/permissions';
import { ORGANIZATION_STATUSES, type OrganizationStatus } from '../../../kernel/statuses';
import { Id, ListOf, OneOf, PatchOf, QueryFlag, Text, Timestamp } from '../../../platform/fields/fields';
import { PeopleQuery, UpdateUser, UserView } from './users.dto';

/** What Super Admins change of a user of any organization. */
export class UpdatePlatformUser extends PatchOf(UpdateUser, ['role']) {}

export class PlatformUsersQuery extends PeopleQuery {
  @QueryFlag({ presence: 'optional', description: 'Only Super Admins; with `false`, only the others.' })
  superAdmin?: boolean;
}

/** An organization that a user is a member of. */
export class UserOrganizationView {
  @Id({ of: 'organization' })
  readonly id: string;

  @Text({ max: 120, example: 'Northern Lights Touring' })
  readonly name: string;

  @Text({ ...ROLE_NAME, description: "The user's role in it.", example: 'Admin' })
  readonly role: string;

  @OneOf(ORGANIZATION_STATUSES)
  readonly status: OrganizationStatus;
}

/** A user as operators see them: in no organization, but with all of theirs. */
export class PlatformUserView extends PickType(UserView, [
  'id',
  'name',
  'email',
  'phone',
  'status',
  'superAdmin',
  'lastSignInAt',
  'createdAt',
  'updatedAt',
]) {
  @Timestamp({ presence: 'nullable', description: 'When the user first showed that the address is theirs.' })
  readonly emailConfirmedAt: string | null;

  @Timestamp({ presence: 'nullable', description: 'When the person was erased: the record stays without one.' })
  readonly erasedAt: string | null;

  @ListOf(() => UserOrganizationView, { description: 'By name. Not those that are deleted.' })
  readonly organizations: UserOrganizationView[];
}
