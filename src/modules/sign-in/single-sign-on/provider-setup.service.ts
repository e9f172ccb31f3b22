import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Conflict, requireValid, type FieldProblem } from '../../../kernel/problems';
import { parsedUrl } from '../../../kernel/uri';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { differ } from '../../../platform/records/changes';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { RolesService } from '../../people/members';
import { SessionsService } from '../sessions';
import type { Registration } from './identity-provider';
import { ProviderCheck } from './provider-check.service';
import type { SetSingleSignOn, SingleSignOnView } from './single-sign-on.dto';
import { SingleSignOnRepository, type ConnectionRow } from './single-sign-on.repository';
import { SingleSignOn } from './single-sign-on.service';
import { SsoRecorder } from './sso.recorder';
import { SsoSecrets } from './sso-secrets';

/** Which identity provider an organization has. */
@Injectable()
export class ProviderSetup {
  constructor(
    private readonly current: SingleSignOn,
    private readonly repository: SingleSignOnRepository,
    private readonly check: ProviderCheck,
    private readonly secrets: SsoSecrets,
    private readonly roles: RolesService,
    private readonly sessions: SessionsService,
    private readonly recorder: SsoRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Sets the provider. When it becomes the only way in, the sessions that began otherwise end, but the caller's.
   *
   * @throws ValidationFailed on `issuer`, `clientId` or `clientSecret` when it can't be used, on `clientSecret` when another
   *   issuer would get the stored one, on `defaultRole` for no role
   * @throws Conflict `domain_unproven` when the record of a domain is gone
   * @throws Conflict `sso_untested` for `requireSso` before anybody has signed in by the provider
   */
  async set(input: SetSingleSignOn): Promise<SingleSignOnView> {
    const { issuer, clientId, defaultRole, requireSso = false } = input;
    const problem = await this.roles.problemOf(defaultRole);
    const stored = await this.repository.find();
    requireValid([problem && { ...problem, field: 'defaultRole' }, secretProblem(input, stored)]);
    await this.requireUsable(input, stored);
    return this.unitOfWork.run(async () => {
      await this.roles.lockOrganization();
      const row = await this.repository.lock();
      // It may be another one by now.
      requireValid([secretProblem(input, row)]);
      const before = await this.current.get();
      await this.requireTested(requireSso, issuer, before);
      const now = this.clock.now();
      const clientSecret =
        input.clientSecret === undefined && row !== null ? row.clientSecret : this.sealed(input.clientSecret ?? null);
      const columns = { issuer, clientId, clientSecret, defaultRole, requireSso, updatedAt: now };
      if (row === null) await this.repository.insert({ ...columns, createdAt: now });
      else await this.repository.update(columns);
      if (requireSso && !before.requireSso) await this.sessions.endWithoutProvider(currentOrganizationId());
      const after = await this.current.get();
      if (differ(before, after) || input.clientSecret !== undefined) this.recorder.updated(before, after);
      return after;
    });
  }

  /** Before the unit of work: providers and name servers may be slow. */
  private async requireUsable({ issuer, clientId, clientSecret }: SetSingleSignOn, stored: ConnectionRow | null) {
    const secret = clientSecret === undefined ? this.secretOf(stored) : clientSecret;
    const registration: Registration = { issuer, clientId, clientSecret: secret };
    await this.check.requireUsable(registration, this.current.redirectUriOf(currentOrganizationId()));
    if (stored?.issuer !== issuer || stored.clientId !== clientId) await this.check.requireDomains();
  }

  /** Otherwise a mistake in the settings would shut everybody out, the caller included. */
  private async requireTested(requireSso: boolean, issuer: string, before: SingleSignOnView): Promise<void> {
    if (!requireSso || (before.requireSso && before.issuer === issuer) || (await this.repository.hasIdentities(issuer)))
      return;
    throw new Conflict(
      'sso_untested',
      'Nobody has signed in by this provider yet. Sign in by it once, then require it.',
    );
  }

  private secretOf(row: ConnectionRow | null): string | null {
    return row === null ? null : this.secrets.open(row.organizationId, row.clientSecret);
  }

  private sealed(secret: string | null): Buffer | null {
    return secret === null ? null : this.secrets.seal(currentOrganizationId(), secret);
  }
}

/** A secret belongs to the provider that it was made for: no other one gets it unless it is sent again. */
function secretProblem({ issuer, clientSecret }: SetSingleSignOn, stored: ConnectionRow | null): FieldProblem | null {
  if (clientSecret !== undefined || stored === null || stored.clientSecret === null) return null;
  if (destinationOf(issuer) === destinationOf(stored.issuer)) return null;
  const message = 'clientSecret is required: the stored one belongs to another issuer.';
  return { field: 'clientSecret', code: 'required', message };
}

/** The address that an issuer names, however it is spelled. */
function destinationOf(issuer: string): string {
  return parsedUrl(issuer)?.href ?? issuer;
}
