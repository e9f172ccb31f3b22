import { Controller, Get, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { UserDirectory } from './user-directory.service';
import { UsersQuery, UserView } from './users.dto';

@Controller('api/organizations/:id/users')
@Section('The users of any organization, for Super Admins.')
export class OrganizationUsersController {
  constructor(private readonly directory: UserDirectory) {}

  @Get()
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'listOrganizationUsers',
    summary: 'List the members of any organization as users',
    description:
      '(An id is never the word `invitations`, `members` or `roles`, so that a linter may take this path for one of theirs, ' +
      'and routers do not.)',
    response: { page: UserView },
  })
  list(@IdParam() id: string, @Query() query: UsersQuery): Promise<Page<UserView>> {
    return this.directory.listOfOrganization(id, query);
  }
}
