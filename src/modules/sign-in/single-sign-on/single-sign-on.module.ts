import { Module, type OnModuleInit } from '@nestjs/common';
import { Ends } from '../../../platform/revocation/ends.decorator';
import type { Enders } from '../../../platform/revocation/revocations';
import { MembersModule, RoleHolders } from '../../people/members';
import { OrganizationsModule } from '../../people/organizations';
import { SessionsModule } from '../sessions';
import { DomainNotices } from './domain-notices';
import { DomainProofs } from './domain-proofs.service';
import { DomainRechecks } from './domain-rechecks.service';
import { DomainRecords } from './domain-records';
import { IdentityProviders } from './identity-provider';
import { KeptSignIns } from './kept-sign-ins';
import { IssuerDocuments } from './issuer-documents';
import { ProviderCheck } from './provider-check.service';
import { ProviderHttp } from './provider-http';
import { ProviderLinks } from './provider-links.service';
import { ProviderSetup } from './provider-setup.service';
import { SingleSignOnController } from './single-sign-on.controller';
import { SingleSignOnRepository } from './single-sign-on.repository';
import { SingleSignOn } from './single-sign-on.service';
import { SsoDomains } from './sso-domains.service';
import { SsoIdentities } from './sso-identities.service';
import { SsoRecorder } from './sso.recorder';
import { SsoSecrets } from './sso-secrets';
import { SsoSignIns } from './sso-sign-ins.service';
import { TxtRecords } from './txt-records';

@Module({
  imports: [OrganizationsModule, MembersModule, SessionsModule],
  controllers: [SingleSignOnController],
  providers: [
    SingleSignOnRepository,
    ProviderHttp,
    IssuerDocuments,
    IdentityProviders,
    SsoSecrets,
    SsoRecorder,
    TxtRecords,
    DomainRecords,
    ProviderCheck,
    ProviderLinks,
    DomainNotices,
    DomainProofs,
    DomainRechecks,
    SingleSignOn,
    ProviderSetup,
    SsoDomains,
    SsoSignIns,
    KeptSignIns,
    SsoIdentities,
  ],
  exports: [SingleSignOn, SsoSignIns, SsoIdentities, ProviderLinks],
})
export class SingleSignOnModule implements OnModuleInit {
  @Ends('providerLinks') readonly linksEnd: Enders = {
    ofMembership: ({ userId }) => this.repository.forgetIdentities(userId),
  };
  /** A stranger's provider would let the stranger in again. */
  @Ends('identityProvider') readonly providerEnds: Enders = {
    ofOrganization: async () => ((await this.repository.delete()) ? 1 : 0),
  };

  constructor(
    private readonly roleHolders: RoleHolders,
    private readonly repository: SingleSignOnRepository,
  ) {}

  onModuleInit(): void {
    this.roleHolders.register({
      anyHas: (role) => this.repository.namesRole(role),
      renameRole: (from, to, now) => this.repository.renameRole(from, to, now),
    });
  }
}
