import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { IdParam } from '../../../platform/fields/id.param';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { AddSsoDomain, SetSingleSignOn, SingleSignOnView, SsoDomainView, VerifySsoDomain } from './single-sign-on.dto';
import { ProviderSetup } from './provider-setup.service';
import { SingleSignOn } from './single-sign-on.service';
import { SsoDomains } from './sso-domains.service';

@Controller('api/settings/sso')
@Section('The identity provider (OpenID Connect) at which the members of an organization sign in.')
export class SingleSignOnController {
  constructor(
    private readonly singleSignOn: SingleSignOn,
    private readonly setup: ProviderSetup,
    private readonly domains: SsoDomains,
  ) {}

  @Get()
  @Access('session', { admin: true })
  @Operation({
    operationId: 'getSingleSignOn',
    summary: 'Show the identity provider and its domains',
    response: { body: SingleSignOnView },
  })
  get(): Promise<SingleSignOnView> {
    return this.singleSignOn.get();
  }

  @Put()
  @Access('session', { admin: true, fresh: true })
  @Operation({
    operationId: 'updateSingleSignOn',
    summary: 'Set the identity provider',
    description:
      'Its configuration and keys are read at once, and it is asked whether it knows the client, as far as it says so. It ' +
      'must sign ID tokens by RS256, PS256, ES256 or EdDSA. The DNS records of proven domains are looked up before another ' +
      'issuer or client is set. When `requireSso` is switched on, the sessions in the organization that began otherwise ' +
      "end, but this one's.",
    exampleWithout: ['clientSecret'],
    response: { body: SingleSignOnView },
    errors: {
      400:
        'On `issuer`: `unusable_provider`, its configuration or keys cannot be read, or are not complete; `other_issuer`, ' +
        'they are of another one, which the message and `params.issuer` name. `unknown_client` on `clientSecret`, or on ' +
        '`clientId` of a public client: the provider does not know the client, or not with this secret. `required` on ' +
        '`clientSecret`: the stored one belongs to another issuer.',
      409:
        '`sso_untested`: nobody has signed in by the provider yet, so it cannot be required. `domain_unproven`: the DNS ' +
        'record of a proven domain is gone, and the issuer or the client is another.',
    },
  })
  set(@Body() input: SetSingleSignOn): Promise<SingleSignOnView> {
    return this.setup.set(input);
  }

  @Delete()
  @Access('session', { admin: true, fresh: true })
  @Operation({
    operationId: 'removeSingleSignOn',
    summary: 'Forget the identity provider',
    description: 'Members sign in with passwords again. The domains stay. Repeating it changes nothing.',
    response: { nothing: true },
  })
  remove(): Promise<void> {
    return this.singleSignOn.remove();
  }

  @Post('domains')
  @Access('session', { admin: true, fresh: true })
  @Operation({
    operationId: 'addSsoDomain',
    summary: 'Add a domain whose addresses sign in at the provider',
    description:
      'It counts once it is proven: by a DNS record (TXT) with what the response names, or by an operator. The record must ' +
      'stay: it is looked up weekly. When it is gone, the Admins are mailed, and two weeks later the domain is not proven ' +
      'any more; `sso.domain_lost` in the audit log. A domain that cannot be looked up stays as it is.',
    response: { body: SsoDomainView },
    status: 201,
    errors: { 409: '`domain_taken`: it is in the list. `limit_reached`: there are 20 domains.' },
  })
  addDomain(@Body() { domain }: AddSsoDomain): Promise<SsoDomainView> {
    return this.domains.add(domain);
  }

  @Post('domains/:id/verify')
  @Access('session', { admin: true, fresh: true })
  @Operation({
    operationId: 'verifySsoDomain',
    summary: 'Look for the DNS record of a domain',
    description: 'A Super Admin can vouch for the domain instead. Repeating it changes nothing.',
    response: { body: SsoDomainView },
    status: 200,
    errors: {
      403: `\`forbidden\`: byOperator, and the caller is no Super Admin.`,
      409: '`domain_unproven`: the record is not there, or not seen yet. `domain_taken`: another organization has proven it.',
    },
  })
  verifyDomain(@IdParam() id: string, @Body() { byOperator = false }: VerifySsoDomain): Promise<SsoDomainView> {
    return this.domains.verify(id, byOperator);
  }

  @Delete('domains/:id')
  @Access('session', { admin: true, fresh: true })
  @Operation({
    operationId: 'removeSsoDomain',
    summary: 'Remove a domain',
    description:
      'Connections of those whose address is in it end, and so do the sessions that the provider began for them.',
    response: { nothing: true },
    errors: { 409: '`conflict`: it is the last proven one, and single sign-on is required.' },
  })
  removeDomain(@IdParam() id: string): Promise<void> {
    return this.domains.remove(id);
  }
}
