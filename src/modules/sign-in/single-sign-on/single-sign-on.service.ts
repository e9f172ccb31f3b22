import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { SingleSignOnView } from './single-sign-on.dto';
import { SingleSignOnRepository } from './single-sign-on.repository';
import { toDomainView } from './sso-domains.service';
import { SsoRecorder } from './sso.recorder';

/** The path of the dashboard that providers send browsers back to. */
const RETURN_PATH = '/sso';

/** How the members of an organization sign in at its identity provider. */
@Injectable()
export class SingleSignOn {
  constructor(
    private readonly repository: SingleSignOnRepository,
    private readonly recorder: SsoRecorder,
    private readonly origin: PublicOrigin,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Where the provider of an organization sends browsers back to: each has its own, or one could pass for another. */
  redirectUriOf(organizationId: string): string {
    return this.origin.link(`${RETURN_PATH}/${organizationId}`);
  }

  /** What the organization in scope has set. */
  async get(): Promise<SingleSignOnView> {
    const [row, domains] = await Promise.all([this.repository.find(), this.repository.domains()]);
    return {
      issuer: row?.issuer ?? null,
      clientId: row?.clientId ?? null,
      hasClientSecret: row !== null && row.clientSecret !== null,
      defaultRole: row?.defaultRole ?? null,
      requireSso: row?.requireSso ?? false,
      redirectUri: this.redirectUriOf(currentOrganizationId()),
      domains: domains.map(toDomainView),
    };
  }

  /** Forgets the provider: members sign in with passwords again. The domains stay. */
  async remove(): Promise<void> {
    await this.unitOfWork.run(async () => {
      if ((await this.repository.lock()) === null) return;
      const before = await this.get();
      await this.repository.delete();
      this.recorder.updated(before, await this.get());
    });
  }

  /** Whether sessions in an organization begin at its provider alone. */
  isRequiredIn(organizationId: string): Promise<boolean> {
    return this.repository.isRequired(organizationId);
  }
}
