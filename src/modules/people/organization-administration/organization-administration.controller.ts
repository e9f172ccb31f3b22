import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { AdministeredOrganizationView } from '../organizations';
import { AdministerOrganization, OrganizationRow, OrganizationsQuery } from './organization-administration.dto';
import { OrganizationAdministration } from './organization-administration.service';

@Controller('api/organizations')
@Section('All organizations of the platform, for Super Admins.')
export class OrganizationAdministrationController {
  constructor(private readonly administration: OrganizationAdministration) {}

  @Get()
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'listOrganizations',
    summary: 'List all organizations',
    response: { page: OrganizationRow, extraRowFields: ['mailToday', 'deletedAt'] },
  })
  list(@Query() query: OrganizationsQuery): Promise<Page<OrganizationRow>> {
    return this.administration.list(query);
  }

  @Get(':id')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'getOrganization',
    summary: 'Read any organization',
    response: { record: AdministeredOrganizationView },
  })
  get(@IdParam() id: string): Promise<AdministeredOrganizationView> {
    return this.administration.get(id);
  }

  @Patch(':id')
  @Access('session', { superAdmin: true, fresh: 'another `status`' })
  @Operation({
    operationId: 'updateOrganization',
    summary: 'Change, suspend or reactivate any organization',
    description:
      'An unknown planId gets 404. Nobody can use a suspended organization, not even operators who are in ' +
      'it, so it is reactivated from another one.',
    response: { record: AdministeredOrganizationView },
    errors: {
      409: '`last_organization`: there is no other active one that operators could be in.',
    },
  })
  update(@IdParam() id: string, @Body() changes: AdministerOrganization): Promise<AdministeredOrganizationView> {
    return this.administration.update(id, changes);
  }

  @Delete(':id')
  @Access('session', { superAdmin: true, fresh: true })
  @Operation({
    operationId: 'deleteOrganization',
    summary: 'Delete any organization',
    description:
      'Its sessions and API keys end at once, and so does any impersonation of users in it. For 30 days it can be restored; ' +
      'then its data is purged, except for the audit log.',
    response: { nothing: true },
    errors: { 409: '`last_organization`: there is no other active one that operators could be in.' },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.administration.delete(id);
  }

  @Post(':id/restore')
  @Access('session', { superAdmin: true, fresh: true })
  @Operation({
    operationId: 'restoreOrganization',
    summary: 'Restore a deleted organization',
    description:
      'Within 30 days of its deletion. It is as it was: its sessions and API keys that have not expired work again. The ' +
      'response is the same for one that is not deleted. (An id is never the word `invitations`, `members` or `roles`, so ' +
      'that a linter may take this path for one of theirs, and routers do not.)',
    response: { record: AdministeredOrganizationView },
  })
  restore(@IdParam() id: string): Promise<AdministeredOrganizationView> {
    return this.administration.restore(id);
  }
}
