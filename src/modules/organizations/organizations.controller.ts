import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Access } from '../../platform/access/access.decorator';
import { Operation } from '../../platform/http/operation.decorator';
import { OrganizationView, PermissionMapView, UpdateProfile } from './organizations.dto';
import { OrganizationsService } from './organizations.service';

@Controller('api/organizations')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  @Get('me')
  @Access('any')
  @Operation({ summary: 'The organization that the credential stands in', answer: { record: OrganizationView } })
  current(): Promise<OrganizationView> {
    return this.organizations.current();
  }

  @Patch('me')
  @Access('any', { admin: true })
  @Operation({ summary: 'Change the organization that the credential stands in', answer: { record: OrganizationView } })
  updateCurrent(@Body() changes: UpdateProfile): Promise<OrganizationView> {
    return this.organizations.updateCurrent(changes);
  }

  @Get('me/permissions')
  @Access('any')
  @Operation({ summary: 'What the caller may do in the organization', answer: { body: PermissionMapView } })
  permissionMap(): PermissionMapView {
    return this.organizations.permissionMap();
  }
}
