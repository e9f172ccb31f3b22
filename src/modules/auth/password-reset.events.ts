import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../platform/audit/audit-trail';
import { OrganizationsService } from '../organizations/organizations.service';

interface Person {
  id: string;
  name: string;
}

/**
 * What is told of passwords that are reset, in the log of the organization in which the user's next session will stand;
 * in the platform's own for a user without one. A Super Admin can stand in any organization, but is none of its people's
 * business unless they are a member.
 */
@Injectable()
export class PasswordResetEvents {
  constructor(
    private readonly audit: AuditTrail,
    private readonly organizations: OrganizationsService,
  ) {}

  /** Nobody knows who asked. */
  async requested(user: Person): Promise<void> {
    this.audit.record({
      action: 'user.password_reset_requested',
      target: { type: 'user', id: user.id },
      organizationId: await this.logOf(user.id),
    });
  }

  /** Whoever has the link is taken for the user. */
  async reset(user: Person): Promise<void> {
    this.audit.record({
      action: 'user.password_reset',
      target: { type: 'user', id: user.id },
      organizationId: await this.logOf(user.id),
      actor: { id: user.id, name: user.name },
    });
  }

  private logOf(id: string): Promise<string | null> {
    return this.organizations.landingOf({ id, superAdmin: false });
  }
}
