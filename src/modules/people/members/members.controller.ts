import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { MembersQuery, MemberView, UpdateMember } from './members.dto';
import { MembersService } from './members.service';

const LAST_ADMIN = '`last_admin`: an organization keeps at least one active Admin.';

@Controller('api/organizations/members')
@Section('Who belongs to the organization, and with which role.')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @Access('any', { permission: 'users.read' })
  @Operation({
    operationId: 'listMembers',
    summary: 'List the members of the organization',
    response: { page: MemberView },
  })
  list(@Query() query: MembersQuery): Promise<Page<MemberView>> {
    return this.members.list(query);
  }

  @Get(':memberId')
  @Access('any', { permission: 'users.read' })
  @Operation({ operationId: 'getMember', summary: 'Read a member', response: { record: MemberView } })
  get(@IdParam('memberId') id: string): Promise<MemberView> {
    return this.members.get(id);
  }

  @Patch(':memberId')
  @Access('any', { permission: 'users.update', fresh: 'a role that may do more than a Member' })
  @Operation({
    operationId: 'updateMember',
    summary: 'Give a member another role',
    description:
      'The change takes effect with their next request. Nobody can give a role that may do more than they may ' +
      'themselves, or take one away that may (for taking away, permissions to read do not count); only an Admin can ' +
      'make or unmake an Admin.',
    response: { record: MemberView },
    errors: {
      403: "`impersonating`: the user's own membership cannot be changed for them.",
      409: LAST_ADMIN,
    },
  })
  update(@IdParam('memberId') id: string, @Body() changes: UpdateMember): Promise<MemberView> {
    return this.members.update(id, changes);
  }

  @Delete(':memberId')
  @Access('any', { permission: 'users.delete' })
  @Operation({
    operationId: 'removeMember',
    summary: 'Remove a member',
    description:
      'Ends their sessions, keys and connections to its identity provider in this organization at once. Permissions to read aside, nobody can remove a ' +
      'member who may do more than they may themselves; only an Admin can remove an Admin. Invitations that the member ' +
      'sent are no longer valid.',
    response: { nothing: true },
    errors: {
      403: "`impersonating`: the user's own membership cannot be ended for them.",
      409: LAST_ADMIN,
    },
  })
  remove(@IdParam('memberId') id: string): Promise<void> {
    return this.members.remove(id);
  }
}
