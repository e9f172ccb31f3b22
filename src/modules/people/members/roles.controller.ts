import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { CreateRole, RolesQuery, RoleView, UpdateRole } from './roles.dto';
import { RolesService } from './roles.service';

const NAME_TAKEN = '`name_taken`: the organization has a role of this name.';

@Controller('api/organizations/roles')
@Section('Roles in the organization, and the permissions that they give.')
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  @Get()
  @Access('any', { permission: 'roles.read' })
  @Operation({
    operationId: 'listRoles',
    summary: 'List the roles of the organization',
    description:
      "The system roles and the organization's own. Of two with the same name, only its own is listed, since that is " +
      'the one that counts.',
    response: { page: RoleView },
  })
  list(@Query() query: RolesQuery): Promise<Page<RoleView>> {
    return this.roles.list(query);
  }

  @Post()
  @Access('any', {
    permission: 'roles.create',
    fresh: 'a role that shadows a system role and may do more than a Member',
  })
  @Operation({
    operationId: 'createRole',
    summary: 'Make a role',
    description:
      'A role can do no more than the user who makes it. With the name of a system role, it replaces (shadows) that ' +
      'one in this organization, for everybody who has it. A role named Admin still opens what is for the role Admin, ' +
      'whatever permissions it is left with; permissions that it lost can only be given back by a Super Admin, because ' +
      'nobody else holds them any more.',
    response: { record: RoleView },
    status: 201,
    errors: { 409: NAME_TAKEN },
  })
  create(@Body() input: CreateRole): Promise<RoleView> {
    return this.roles.create(input);
  }

  @Get(':id')
  @Access('any', { permission: 'roles.read' })
  @Operation({ operationId: 'getRole', summary: 'Read a role', response: { record: RoleView } })
  get(@IdParam() id: string): Promise<RoleView> {
    return this.roles.get(id);
  }

  @Patch(':id')
  @Access('any', { permission: 'roles.update', fresh: 'permissions that a Member has not and the role gets' })
  @Operation({
    operationId: 'updateRole',
    summary: 'Change a role of the organization',
    description:
      'The change takes effect with the next request of those who have the role. If it gets a new name, they, and ' +
      'those invited to it, keep it under that name.',
    response: { record: RoleView },
    errors: {
      409: `${NAME_TAKEN} \`system_role\`: it is a system role, or would take or give up the name of one.`,
    },
  })
  update(@IdParam() id: string, @Body() changes: UpdateRole): Promise<RoleView> {
    return this.roles.update(id, changes);
  }

  @Delete(':id')
  @Access('any', { permission: 'roles.delete', fresh: 'a role named Admin that somebody has' })
  @Operation({
    operationId: 'deleteRole',
    summary: 'Delete a role of the organization',
    description:
      'As for changing it, the caller must be able to do what the role may do. A role that shadows a system role can ' +
      'be deleted while in use: those who have it fall back to the system role, and the caller must hold every ' +
      'permission of that.',
    response: { nothing: true },
    errors: {
      409: '`role_in_use`: a member has it, or a pending invitation names it. `system_role`: it is a system role.',
    },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.roles.delete(id);
  }
}
