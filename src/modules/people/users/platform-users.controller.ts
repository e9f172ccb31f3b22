import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { EraseUser, UserErasureView } from './user-erasure.dto';
import { UserErasure } from './user-erasure.service';
import { PlatformUsersQuery, PlatformUserView, UpdatePlatformUser } from './platform-users.dto';
import { PlatformUsers } from './platform-users.service';
import { LAST_SUPER_ADMIN } from './users.controller';

@Controller('api')
@Section('The users of all organizations, for Super Admins.')
export class PlatformUsersController {
  constructor(
    private readonly users: PlatformUsers,
    private readonly erasures: UserErasure,
  ) {}

  @Get('platform/users')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'listPlatformUsers',
    summary: 'List the users of all organizations',
    response: { page: PlatformUserView },
  })
  list(@Query() query: PlatformUsersQuery): Promise<Page<PlatformUserView>> {
    return this.users.list(query);
  }

  @Get('platform/users/:id')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'getPlatformUser',
    summary: 'Read a user of any organization',
    response: { record: PlatformUserView },
  })
  get(@IdParam() id: string): Promise<PlatformUserView> {
    return this.users.get(id);
  }

  @Patch('platform/users/:id')
  @Access('session', { superAdmin: true, fresh: true })
  @Operation({
    operationId: 'updatePlatformUser',
    summary: 'Rename, suspend or reactivate a user of any organization',
    response: { record: PlatformUserView },
    errors: {
      409: `${LAST_SUPER_ADMIN} \`last_admin\`: each organization of the user keeps at least one active Admin. \`user_erased\`: the user was erased.`,
    },
  })
  update(@IdParam() id: string, @Body() changes: UpdatePlatformUser): Promise<PlatformUserView> {
    return this.users.update(id, changes);
  }

  @Delete('users/:id/sessions')
  @Access('session', { superAdmin: true, fresh: true })
  @Operation({
    operationId: 'endUserSessions',
    summary: 'Sign a user of any organization out everywhere',
    description:
      'Ends all their sessions, those in which they act as others too, and those in which operators act as them, and a ' +
      'change of their address that waits to be confirmed. Their API keys go on.',
    response: { nothing: true },
  })
  endSessions(@IdParam() id: string): Promise<void> {
    return this.users.endSessions(id);
  }

  @Post('users/:id/erase')
  @Access('any', { superAdmin: true, fresh: true })
  @Operation({
    operationId: 'eraseUser',
    summary: 'Erase a user of any organization',
    description:
      'Forgets the person for good: name, address, phone, second factors and devices, and wherever the audit logs, ' +
      'teams, invitations, messages and deliveries name them. Their memberships, sessions and keys end; keys of ' +
      'organizations go on. The record stays as "Erased user", so that other records still say who made them, and the ' +
      'address is free for a new account. What organizations know of the same person as a guest is theirs to erase. ' +
      'Repeating it changes nothing.',
    response: { body: UserErasureView },
    errors: {
      409:
        `${LAST_SUPER_ADMIN} \`last_admin\`: the user is the last active Admin of an organization, and \`force\` is ` +
        'not set. `own_user`: nobody can erase themselves.',
    },
  })
  erase(@IdParam() id: string, @Body() { force = false }: EraseUser): Promise<UserErasureView> {
    return this.erasures.erase(id, force);
  }
}
