import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import {
  AddContactToTeam,
  AddTeamMember,
  AddUserToTeam,
  TeamMembersQuery,
  TeamMemberView,
  UpdateTeamMember,
} from './team-members.dto';
import { TeamMembersService } from './team-members.service';

@Controller('api/events')
@ScopedTo('events')
@Section('Members and contacts who work on an event.')
export class TeamMembersController {
  constructor(private readonly team: TeamMembersService) {}

  @Get(':id/team')
  @Access('any')
  @Operation({ operationId: 'listTeamMembers', summary: "List an event's team", response: { page: TeamMemberView } })
  list(@IdParam() eventId: string, @Query() query: TeamMembersQuery): Promise<Page<TeamMemberView>> {
    return this.team.list(eventId, query);
  }

  @Post(':id/team')
  @Access('any')
  @ApiExtraModels(AddUserToTeam, AddContactToTeam)
  @ApiBody({ schema: { anyOf: [AddUserToTeam, AddContactToTeam].map((way) => ({ $ref: getSchemaPath(way) })) } })
  @Operation({
    operationId: 'addTeamMember',
    summary: "Take somebody onto an event's team",
    description:
      'Either a member of the organization (`userId`), whose name and e-mail address are copied as they are now, or a ' +
      'contact (`name`, and `email` and `phone` if known). The e-mail address of a member is shown to callers with ' +
      '`users.read`; the phone number of their account is not copied.',
    response: { record: TeamMemberView },
    status: 201,
    errors: { 409: '`already_on_team`: the user is on the team of this event already.' },
  })
  add(@IdParam() eventId: string, @Body() input: AddTeamMember): Promise<TeamMemberView> {
    return this.team.add(eventId, input);
  }

  @Get(':eventId/team/:teamMemberId')
  @Access('any')
  @Operation({
    operationId: 'getTeamMember',
    summary: "Read a member of an event's team",
    response: { record: TeamMemberView },
  })
  get(@IdParam('eventId') eventId: string, @IdParam('teamMemberId') id: string): Promise<TeamMemberView> {
    return this.team.get(eventId, id);
  }

  @Patch(':eventId/team/:teamMemberId')
  @Access('any')
  @Operation({
    operationId: 'updateTeamMember',
    summary: "Change a member of an event's team",
    description:
      'Name, e-mail address and phone number can only be changed for a contact. Those of a member stay as they were when ' +
      'the member was added.',
    exampleWithout: ['name', 'email', 'phone'],
    response: { record: TeamMemberView },
    errors: { 409: '`contact_erased`: the contact was erased.' },
  })
  update(
    @IdParam('eventId') eventId: string,
    @IdParam('teamMemberId') id: string,
    @Body() changes: UpdateTeamMember,
  ): Promise<TeamMemberView> {
    return this.team.update(eventId, id, changes);
  }

  @Delete(':eventId/team/:teamMemberId')
  @Access('any')
  @Operation({
    operationId: 'removeTeamMember',
    summary: "Take somebody off an event's team",
    response: { nothing: true },
  })
  remove(@IdParam('eventId') eventId: string, @IdParam('teamMemberId') id: string): Promise<void> {
    return this.team.remove(eventId, id);
  }
}
