import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { MINUTE_MS } from '../../../kernel/durations';
import { emailDomain } from '../../../kernel/email';
import { hashToken, newId } from '../../../kernel/ids';
import { Conflict, Forbidden, Gone } from '../../../kernel/problems';
import { SecretBox, UnreadableSecret } from '../../../platform/encryption/secret-box';
import { IdentityProviders, type PendingSignIn } from './identity-provider';
import type { Identity } from './person-claims';
import { ProviderFailure } from './provider-failure';
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
  /** Whose response it waits for; see {@link registrationKey}. */
  registration: string;
  endsAt: number;
}

/** A sign-in that has begun. */
export interface BegunSignIn {
  /** The provider's address, where the browser goes. */
  url: string;
  /** By which the sign-in is found again: it is in the query of the address that the browser comes back to. */
  state: string;
  /** What the browser keeps meanwhile. */
  kept: string;
}

/** How a browser came back from a provider. */
export interface ReturnedSignIn {
  /** Of the address that it came back to. */
  organizationId: string;
  query: string;
}

/** Somebody whom a provider has signed in. What it says of them is as forms take it. */
export interface SsoPerson extends Identity {
  email: string;
  name: string;
  organizationId: string;
  issuer: string;
  /** The role of a new member. */
  defaultRole: string;
  /** The user that they were before; null the first time. */
  userId: string | null;
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
   * @throws Conflict `sso_unavailable` when the address's domain has no provider, `sso_failed` when it can't be used
   */
  async begin(email: string): Promise<BegunSignIn> {
    const connection = await this.repository.forDomain(emailDomain(email));
    if (connection === null) throw unavailable();
    const { organizationId } = connection;
    const { url, ...pending } = await this.withProvider(() =>
      this.providers.begin(this.registrationOf(connection), this.singleSignOn.redirectUriOf(organizationId), email),
    );
    const endsAt = this.clock.now().getTime() + SSO_SIGN_IN_MS;
    const kept: KeptSignIn = { ...pending, organizationId, registration: registrationKey(connection), endsAt };
    const sealed = this.box.seal(JSON.stringify(kept), CONTEXT).toString('base64url');
    return { url, state: pending.state, kept: sealed };
  }

  /**
   * Who has come back from a provider. A sign-in that began at another organization, or at another provider of this one,
   * is none: its code must not reach this one's (mix-up, RFC 9700, 4.4).
   *
   * @param kept from {@link begin}
   * @throws Gone `challenge_gone` without a sign-in there that has begun in this browser in the last ten minutes
   * @throws Conflict `sso_unavailable`, `sso_failed`
   * @throws Forbidden `sso_refused` for an address that the organization has not proven, or that is not verified
   */
  async finish(kept: string | undefined, { organizationId, query }: ReturnedSignIn): Promise<SsoPerson> {
    const pending = this.opened(kept);
    if (pending.organizationId !== organizationId) throw gone();
    const connection = await this.repository.ofOrganization(organizationId);
    if (connection === null) throw unavailable();
    if (pending.registration !== registrationKey(connection)) throw gone();
    const returnedTo = new URL(this.singleSignOn.redirectUriOf(organizationId));
    returnedTo.search = query;
    const identity = await this.withProvider(() =>
      this.providers.finish(this.registrationOf(connection), returnedTo, pending),
    );
    const { issuer, defaultRole } = connection;
    const email = usableEmail(identity);
    const [userId, domainProven] = await Promise.all([
      this.repository.userOf(organizationId, issuer, identity.subject),
      this.repository.isProven(organizationId, emailDomain(email)),
    ]);
    if (!domainProven) throw foreignDomain();
    const name = identity.name ?? email.slice(0, email.lastIndexOf('@'));
    return { ...identity, email, name, organizationId, issuer, defaultRole, userId };
  }

  /**
   * Makes sure that somebody may still be signed in, inside the caller's unscoped unit of work: neither the domain nor the
   * provider is given up until it ends.
   *
   * @throws Forbidden `sso_refused` when one of them was given up in the meantime
   */
  async lock({ organizationId, issuer, email }: SsoPerson): Promise<void> {
    if (!(await this.repository.lockSignIn(organizationId, issuer, emailDomain(email)))) throw foreignDomain();
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
    throw gone();
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

/** The provider's word about a domain of the organization is enough, unless it says that it has not verified it. */
function usableEmail({ email, emailVerified }: Identity): string {
  if (email === null) throw new Forbidden('The provider names no e-mail address that can be used here.', 'sso_refused');
  if (emailVerified === false)
    throw new Forbidden('The provider says that your e-mail address is not verified.', 'sso_refused');
  return email;
}

/** What changes when an organization's provider is another one, or knows the service as another client. */
function registrationKey({ issuer, clientId }: ConnectionRow): string {
  return hashToken(JSON.stringify([issuer, clientId])).toString('base64url');
}

function gone(): Gone {
  return new Gone(
    'challenge_gone',
    'The sign-in took too long, or began in another browser or elsewhere. Begin again.',
  );
}

function foreignDomain(): Forbidden {
  return new Forbidden("Your address's domain is not one of this organization.", 'sso_refused');
}

function unavailable(): Conflict {
  return new Conflict(
    'sso_unavailable',
    'No organization signs in addresses of this domain. Sign in with your password.',
  );
}
