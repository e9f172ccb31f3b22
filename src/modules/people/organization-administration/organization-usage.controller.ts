import { Controller, Get } from '@nestjs/common';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { OrganizationUsageView } from './organization-administration.dto';
import { OrganizationAdministration } from './organization-administration.service';

@Controller('api/platform/organizations')
@Section('How much organizations use the service, for Super Admins.')
export class OrganizationUsageController {
  constructor(private readonly administration: OrganizationAdministration) {}

  @Get(':id/usage')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'getOrganizationUsage',
    summary: 'How much an organization uses the service',
    response: { body: OrganizationUsageView },
  })
  usage(@IdParam() id: string): Promise<OrganizationUsageView> {
    return this.administration.usage(id);
  }
}
