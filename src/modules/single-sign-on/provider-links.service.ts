import { Injectable } from '@nestjs/common';
import { found } from '../../kernel/problems';
import { currentPrincipal } from '../../platform/context/request-context';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { lockUser } from '../members';
import { SessionsService } from '../sessions';
import { SingleSignOnRepository, SSO_REASON, type ProviderLink } from './single-sign-on.repository';
import { SsoRecorder } from './sso.recorder';

/** The providers of organizations that the caller's account is connected to. */
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

  /** Ends one, and the caller's other sessions that this provider began. @throws NotFound */
  async end(id: string): Promise<void> {
    const { userId } = currentPrincipal();
    await this.unitOfWork.runUnscoped(SSO_REASON, async () => {
      await lockUser(this.unitOfWork, userId);
      const organizationId = found(await this.repository.unlink(userId, id));
      await this.sessions.endOthersByProvider(organizationId);
      this.recorder.disconnected(userId, organizationId);
    });
  }
}
