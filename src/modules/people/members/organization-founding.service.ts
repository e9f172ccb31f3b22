import { Injectable } from '@nestjs/common';
import { ADMIN } from '../../../kernel/permissions';
import { OrganizationsService, type NewOrganization, type OrganizationView } from '../organizations';
import { MembersService, type NewMember } from './members.service';

/** Makes organizations. */
@Injectable()
export class OrganizationFounding {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly members: MembersService,
  ) {}

  /** Makes an organization with its first Admin, inside the caller's unscoped unit of work. */
  async found(fields: NewOrganization, founder: NewMember): Promise<OrganizationView> {
    const organization = await this.organizations.create(fields, founder);
    await this.members.join(organization.id, founder, ADMIN);
    return organization;
  }
}
