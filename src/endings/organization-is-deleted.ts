import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OrganizationsService } from '../modules/people/organizations';
import { ActingSessions } from '../modules/sign-in/sessions';

/** What else ends with an organization that is deleted, and has a record in its audit log. Its rows are purged later. */
@Injectable()
export class OrganizationIsDeleted implements OnModuleInit {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly acting: ActingSessions,
  ) {}

  onModuleInit(): void {
    this.organizations.deletion.are((organizationId) => this.acting.endIn(organizationId));
  }
}
