import { Injectable } from '@nestjs/common';
import { found } from '../../../kernel/problems';
import { currentOrganizationId, currentPrincipal } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { lockUser } from '../../people/members';
import { SessionsService } from '../sessions';
import { SingleSignOnRepository, SSO_REASON, type ProviderLink } from './single-sign-on.repository';
import { SsoRecorder } from './sso.recorder';

/** Which accounts are connected to the providers of organizations. */
@Injectable()
export class ProviderLinks {
  constructor(
    private readonly repository: SingleSignOnRepository,
    private readonly sessions: SessionsService,
    private readonly recorder: SsoRecorder,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Those of the caller, oldest first. */
  list(): Promise<ProviderLink[]> {
    return this.repository.links(currentPrincipal().userId);
  }

  /** Ends one of the caller's, and their other sessions that this provider began. @throws NotFound */
  async end(id: string): Promise<void> {
    const { userId } = currentPrincipal();
    await this.unitOfWork.runUnscoped(SSO_REASON, async () => {
      await lockUser(this.unitOfWork, userId);
      const organizationId = found(await this.repository.unlink(userId, id));
      await this.sessions.endOthersByProvider(organizationId);
      this.recorder.disconnected(userId, organizationId);
    });
  }

  /**
   * Ends the connections of those whose address is in a domain, and the sessions that the provider began for them,
   * inside the caller's unit of work of the organization, which has given the domain up.
   */
  async endOf(domain: string): Promise<void> {
    const organizationId = currentOrganizationId();
    await this.unitOfWork.runUnscoped(SSO_REASON, async () => {
      const userIds = await this.repository.forgetPeopleOf(organizationId, domain);
      if (userIds.length > 0) await this.sessions.endByProvider(organizationId, userIds);
    });
  }
}
