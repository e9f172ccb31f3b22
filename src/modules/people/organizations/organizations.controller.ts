import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { OrganizationView, PermissionMapView, UpdateProfile } from './organizations.dto';
import { OrganizationsService } from './organizations.service';

@Controller('api/organizations')
@Section('The organization that the caller is in, and what they may do there.')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  @Get('me')
  @Access('any')
  @Operation({
    operationId: 'getCurrentOrganization',
    summary: 'Read the current organization',
    response: { record: OrganizationView },
  })
  current(): Promise<OrganizationView> {
    return this.organizations.current();
  }

  @Patch('me')
  @Access('any', { admin: true })
  @Operation({
    operationId: 'updateCurrentOrganization',
    summary: 'Change the current organization',
    response: { record: OrganizationView },
  })
  updateCurrent(@Body() changes: UpdateProfile): Promise<OrganizationView> {
    return this.organizations.updateCurrent(changes);
  }

  @Get('me/permissions')
  @Access('any')
  @Operation({
    operationId: 'getCurrentPermissions',
    summary: 'What the caller may do in the organization',
    response: { body: PermissionMapView },
  })
  permissions(): PermissionMapView {
    return this.organizations.permissionMap();
  }
}
