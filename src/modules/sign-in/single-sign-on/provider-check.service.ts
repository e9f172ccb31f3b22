import { Injectable } from '@nestjs/common';
import { Conflict, ValidationFailed, type FieldProblem } from '../../../kernel/problems';
import { fieldErrorOf } from '../../../platform/fields/field-definitions';
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

  /**
   * @throws ValidationFailed `unusable_provider` or `other_issuer` on `issuer`, `unknown_client` on `clientSecret`, or on
   *   `clientId` of a public client
   */
  async requireUsable(registration: Registration, redirectUri: string): Promise<void> {
    try {
      await this.providers.check(registration, redirectUri);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      throw new ValidationFailed([problemOf(error, registration)]);
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

function problemOf(error: ProviderFailure, { issuer, clientSecret }: Registration): FieldProblem {
  const { message } = error;
  if (error instanceof ClientRefused)
    return { field: clientSecret === null ? 'clientId' : 'clientSecret', code: 'unknown_client', message };
  // To the Admin who set the issuer, the one that is right is named.
  if (error instanceof OtherIssuer && fieldErrorOf(SetSingleSignOn, 'issuer', error.said) === null)
    return otherIssuer(String(error.said), issuer);
  return { field: 'issuer', code: 'unusable_provider', message };
}

function otherIssuer(said: string, issuer: string): FieldProblem {
  const isSlash = said === `${issuer}/` || issuer === `${said}/`;
  const message = `The provider calls itself ${said}${isSlash ? ': the slash at the end matters' : ''}. Enter exactly that.`;
  return { field: 'issuer', code: 'other_issuer', message, params: { issuer: said } };
}
