import { Injectable } from '@nestjs/common';
import { Conflict, ValidationFailed } from '../../kernel/problems';
import { fieldErrorOf } from '../../platform/fields/field-definitions';
import { DomainRecords } from './domain-records';
import { IdentityProviders, type Registration } from './identity-provider';
import { ClientRefused, OtherIssuer, ProviderFailure } from './provider-failure';
import { SetSingleSignOn } from './single-sign-on.dto';
import { SingleSignOnRepository } from './single-sign-on.repository';

/** What must be so before an organization gets a provider, so that mistakes are found by the Admin who makes them. */
@Injectable()
export class ProviderCheck {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly repository: SingleSignOnRepository,
    private readonly records: DomainRecords,
  ) {}

  /** @throws ValidationFailed `unusable_provider` on `issuer`, or on what the provider does not know the client by */
  async requireUsable(registration: Registration, redirectUri: string): Promise<void> {
    try {
      await this.providers.check(registration, redirectUri);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      const refused = registration.clientSecret === null ? 'clientId' : 'clientSecret';
      const field = error instanceof ClientRefused ? refused : 'issuer';
      throw ValidationFailed.on(field, 'unusable_provider', messageOf(error, registration));
    }
  }

  /**
   * Looks up the records of the domains that the organization in scope has proven by DNS: no new provider speaks for a
   * domain that may belong to somebody else by now. One that can't be looked up passes.
   *
   * @throws Conflict `domain_unproven`
   */
  async requireDomains(): Promise<void> {
    const proven = (await this.repository.domains()).filter(({ provenBy }) => provenBy === 'dns');
    const found = await Promise.all(proven.map((domain) => this.records.find(domain)));
    const lost = proven.filter((_, index) => found[index] === false).map(({ domain }) => domain);
    if (lost.length > 0)
      throw new Conflict(
        'domain_unproven',
        `The DNS record is gone of ${lost.join(', ')}. Add it again, or remove the domain, before you change the provider.`,
      );
  }
}

/** To the Admin who set the issuer, the one that is right is named. */
function messageOf(error: ProviderFailure, { issuer }: Registration): string {
  if (!(error instanceof OtherIssuer) || fieldErrorOf(SetSingleSignOn, 'issuer', error.said) !== null)
    return error.message;
  const said = String(error.said);
  const isSlash = said === `${issuer}/` || issuer === `${said}/`;
  return `The provider calls itself ${said}${isSlash ? ': the slash at the end matters' : ''}. Enter exactly that.`;
}
