import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { MINUTE_MS } from '../../kernel/durations';
import { newId } from '../../kernel/ids';
import { Conflict, Forbidden, Gone } from '../../kernel/problems';
import { SecretBox, UnreadableSecret } from '../../platform/encryption/secret-box';
import { IdentityProviders, ProviderFailure, type Identity, type PendingSignIn } from './identity-provider';
import { SingleSignOn } from './single-sign-on.service';
import { SingleSignOnRepository, type ConnectionRow } from './single-sign-on.repository';
import { SsoRecorder } from './sso.recorder';
import { SsoSecrets } from './sso-secrets';

/** How long somebody may take at the provider. */
export const SSO_SIGN_IN_MS = 10 * MINUTE_MS;
const CONTEXT = 'sso sign-in in a cookie';

/** A sign-in that has begun, as the browser keeps it, sealed. */
interface KeptSignIn extends PendingSignIn {
  organizationId: string;
  endsAt: number;
}

/** Somebody whom a provider has signed in. */
export interface SsoPerson extends Identity {
  email: string;
  name: string;
  organizationId: string;
  issuer: string;
  /** The role of a new member. */
  defaultRole: string;
  /** The user that they were before; null the first time. */
  userId: string | null;
  /** Whether the organization has proven that the domain of their address is its own. */
  domainProven: boolean;
}

/** Sign-ins at the providers of organizations: how they begin, and who comes back. */
@Injectable()
export class SsoSignIns {
  constructor(
    private readonly repository: SingleSignOnRepository,
    private readonly singleSignOn: SingleSignOn,
    private readonly providers: IdentityProviders,
    private readonly secrets: SsoSecrets,
    private readonly box: SecretBox,
    private readonly recorder: SsoRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Begins a sign-in of an address.
   *
   * @returns the provider's address, and what the browser keeps meanwhile
   * @throws Conflict `sso_unavailable` when the address's domain has no provider, `sso_failed` when it can't be reached
   */
  async begin(email: string): Promise<{ url: string; kept: string }> {
    const connection = await this.repository.forDomain(domainOf(email));
    if (connection === null) throw unavailable();
    const { url, ...pending } = await this.withProvider(() =>
      this.providers.begin(this.registrationOf(connection), this.singleSignOn.redirectUri, email),
    );
    const endsAt = this.clock.now().getTime() + SSO_SIGN_IN_MS;
    const kept: KeptSignIn = { ...pending, organizationId: connection.organizationId, endsAt };
    return { url, kept: this.box.seal(JSON.stringify(kept), CONTEXT).toString('base64url') };
  }

  /**
   * Who has come back from a provider.
   *
   * @param kept from {@link begin}
   * @param query of the address that the browser came back to
   * @throws Gone `challenge_gone` without a sign-in that has begun in this browser in the last ten minutes
   * @throws Conflict `sso_unavailable`, `sso_failed`; Forbidden `sso_refused` for an address that is not verified
   */
  async finish(kept: string | undefined, query: string): Promise<SsoPerson> {
    const pending = this.opened(kept);
    const connection = await this.repository.ofOrganization(pending.organizationId);
    if (connection === null) throw unavailable();
    const returnedTo = new URL(this.singleSignOn.redirectUri);
    returnedTo.search = query;
    const identity = await this.withProvider(() =>
      this.providers.finish(this.registrationOf(connection), returnedTo, pending),
    );
    const { organizationId, issuer, defaultRole } = connection;
    const { email, emailVerified, subject } = identity;
    if (email === null || !emailVerified)
      throw new Forbidden('The provider does not say that your e-mail address is verified.', 'sso_refused');
    const [userId, domainProven] = await Promise.all([
      this.repository.userOf(organizationId, issuer, subject),
      this.repository.isProven(organizationId, domainOf(email)),
    ]);
    const name = identity.name?.trim().slice(0, 120) || email.slice(0, email.lastIndexOf('@'));
    return { ...identity, email, name, organizationId, issuer, defaultRole, userId, domainProven };
  }

  /**
   * Makes sure that somebody whom a provider signed in a while ago could still be signed in by it.
   *
   * @throws Conflict `sso_unavailable`; Forbidden `sso_refused` when the domain is not the organization's any more
   */
  async requireGood({ organizationId, issuer, email }: SsoPerson): Promise<void> {
    const connection = await this.repository.ofOrganization(organizationId);
    if (connection?.issuer !== issuer) throw unavailable();
    if (!(await this.repository.isProven(organizationId, domainOf(email))))
      throw new Forbidden("Your address's domain is not one of this organization.", 'sso_refused');
  }

  /**
   * Connects a user to somebody at a provider, inside the caller's unscoped unit of work.
   *
   * @throws Forbidden `sso_refused` when they are connected to another user by now
   */
  async connect({ organizationId, issuer, subject }: SsoPerson, user: { id: string; name: string }): Promise<void> {
    const identity = { id: newId(), organizationId, issuer, subject, userId: user.id, createdAt: this.clock.now() };
    if (await this.repository.remember(identity)) return this.recorder.connected(user, organizationId);
    if ((await this.repository.userOf(organizationId, issuer, subject)) === user.id) return;
    throw new Forbidden('Another account was connected to your sign-in meanwhile.', 'sso_refused');
  }

  private opened(kept: string | undefined): KeptSignIn {
    try {
      const pending = JSON.parse(this.box.open(Buffer.from(kept ?? '', 'base64url'), CONTEXT)) as KeptSignIn;
      if (pending.endsAt > this.clock.now().getTime()) return pending;
    } catch (error) {
      if (!(error instanceof UnreadableSecret)) throw error;
    }
    throw new Gone('challenge_gone', 'The sign-in took too long, or began in another browser. Begin again.');
  }

  private registrationOf({ organizationId, issuer, clientId, clientSecret }: ConnectionRow) {
    return { issuer, clientId, clientSecret: this.secrets.open(organizationId, clientSecret) };
  }

  private async withProvider<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      throw new Conflict('sso_failed', error.message);
    }
  }
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

function unavailable(): Conflict {
  return new Conflict(
    'sso_unavailable',
    'No organization signs in addresses of this domain. Sign in with your password.',
  );
}
