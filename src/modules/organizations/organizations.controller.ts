import { Controller, Get } from '@nestjs/common';
import { Access } from '../../platform/access/access.decorator';
import { Operation } from '../../platform/http/operation.decorator';
import { OrganizationView } from './organizations.dto';
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
}
