import { Injectable } from '@nestjs/common';
import { emailDomain } from '../../../kernel/email';
import { Conflict, Forbidden } from '../../../kernel/problems';
import { IdentityProviders } from './identity-provider';
import { KeptSignIns } from './kept-sign-ins';
import type { Identity } from './person-claims';
import { ProviderFailure } from './provider-failure';
import { SingleSignOn } from './single-sign-on.service';
import { SingleSignOnRepository, type ConnectionRow } from './single-sign-on.repository';
import { SsoSecrets } from './sso-secrets';

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
    private readonly kept: KeptSignIns,
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
    return { url, state: pending.state, kept: this.kept.seal(pending, connection) };
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
    const begun = this.kept.open(kept, organizationId);
    const connection = await this.repository.ofOrganization(organizationId);
    if (connection === null) throw unavailable();
    const pending = this.kept.requireBegunAt(connection, begun);
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

/** Other claims, such as `preferred_username`, are no proof: with many providers people choose them themselves. */
const NO_EMAIL =
  'The provider names no e-mail address that can be used here: it belongs in the claim “email”, as text.';

/** The provider's word about a domain of the organization is enough, unless it says that it has not verified it. */
function usableEmail({ email, emailVerified }: Identity): string {
  if (email === null) throw new Forbidden(NO_EMAIL, 'sso_refused');
  if (emailVerified === false)
    throw new Forbidden('The provider says that your e-mail address is not verified.', 'sso_refused');
  return email;
}

export function foreignDomain(): Forbidden {
  return new Forbidden("Your address's domain is not one of this organization.", 'sso_refused');
}

function unavailable(): Conflict {
  return new Conflict(
    'sso_unavailable',
    'No organization signs in addresses of this domain. Sign in with your password.',
  );
}
