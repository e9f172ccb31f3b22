import { Body, Controller, Delete, Get, Patch, Put, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { ProfileService } from './profile.service';
import { SuperAdmins } from './super-admins.service';
import { UserAdministration } from './user-administration.service';
import { UserDirectory } from './user-directory.service';
import { OwnOrganizationsView, UpdateOwnUser, UpdateUser, UsersQuery, UserView } from './users.dto';

/** The conflict of whatever could take the last Super Admin away. */
export const LAST_SUPER_ADMIN = '`last_super_admin`: the platform keeps at least one active Super Admin.';

@Controller('api/users')
@Section("The users behind members, and the caller's own profile.")
export class UsersController {
  constructor(
    private readonly profile: ProfileService,
    private readonly directory: UserDirectory,
    private readonly administration: UserAdministration,
    private readonly superAdmins: SuperAdmins,
  ) {}

  // Before the routes of one user, whose `:id` would match "me".
  @Get('me')
  @Access('any', { ownUser: true })
  @Operation({
    operationId: 'getCurrentUser',
    summary: "Read the caller's own user",
    response: { record: UserView },
  })
  getOwn(): Promise<UserView> {
    return this.profile.get();
  }

  @Patch('me')
  @Access('any', { ownUser: true })
  @Operation({
    operationId: 'updateCurrentUser',
    summary: 'Change your own name or phone',
    response: { record: UserView },
  })
  updateOwn(@Body() changes: UpdateOwnUser): Promise<UserView> {
    return this.profile.update(changes);
  }

  @Get('me/organizations')
  @Access('session')
  @Operation({
    operationId: 'listOwnOrganizations',
    summary: 'List the organizations that the caller is a member of',
    description:
      'The session can be switched to each of them. For a Super Admin, organizations that they are not a member of are ' +
      'not listed.',
    response: { body: OwnOrganizationsView },
  })
  listOrganizations(): Promise<OwnOrganizationsView> {
    return this.profile.listOrganizations();
  }

  @Get()
  @Access('any', { superAdmin: true })
  @Operation({
    operationId: 'listUsers',
    summary: 'List the members of the organization as users',
    response: { page: UserView },
  })
  list(@Query() query: UsersQuery): Promise<Page<UserView>> {
    return this.directory.list(query);
  }

  @Get(':id')
  @Access('any', { superAdmin: true })
  @Operation({
    operationId: 'getUser',
    summary: 'Read a user who is a member of the organization',
    response: { record: UserView },
  })
  get(@IdParam() id: string): Promise<UserView> {
    return this.directory.get(id);
  }

  @Patch(':id')
  @Access('any', { superAdmin: true, fresh: true })
  @Operation({
    operationId: 'updateUser',
    summary: 'Rename, suspend or reactivate a member, or change their role here',
    response: { record: UserView },
    errors: {
      409: `${LAST_SUPER_ADMIN} \`last_admin\`: each organization of the user keeps at least one active Admin.`,
    },
  })
  update(@IdParam() id: string, @Body() changes: UpdateUser): Promise<UserView> {
    return this.administration.update(id, changes);
  }

  @Put(':id/super-admin')
  @Access('session', { superAdmin: true, fresh: true })
  @Operation({
    operationId: 'grantSuperAdmin',
    summary: 'Make a user of any organization a Super Admin',
    description:
      'Ends all their sessions, and a change of their address that waits to be confirmed. Repeating it changes nothing.',
    response: { nothing: true },
    errors: { 409: '`user_erased`: the user was erased.' },
  })
  grantSuperAdmin(@IdParam() id: string): Promise<void> {
    return this.superAdmins.grant(id);
  }

  @Delete(':id/super-admin')
  @Access('session', { superAdmin: true, fresh: true })
  @Operation({
    operationId: 'revokeSuperAdmin',
    summary: 'Take the Super Admin flag from a user',
    description: 'For a user who is not a Super Admin, the response is 404.',
    response: { nothing: true },
    errors: { 409: LAST_SUPER_ADMIN },
  })
  revokeSuperAdmin(@IdParam() id: string): Promise<void> {
    return this.superAdmins.revoke(id);
  }
}
