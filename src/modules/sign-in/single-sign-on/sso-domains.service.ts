import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId, randomToken } from '../../../kernel/ids';
import { Conflict, Forbidden, found } from '../../../kernel/problems';
import { currentOrganizationId, currentPrincipal } from '../../../platform/context/request-context';
import { mapConstraintErrors } from '../../../platform/database/constraint-errors';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { lockOrganization } from '../../people/organizations';
import { DomainRecords, recordOf } from './domain-records';
import { ProviderLinks } from './provider-links.service';
import type { SsoDomainView } from './single-sign-on.dto';
import { SingleSignOnRepository, type DomainRow } from './single-sign-on.repository';
import { SsoRecorder } from './sso.recorder';

const MAX_DOMAINS = 20;

/** The domains whose addresses an organization's provider may speak for. */
@Injectable()
export class SsoDomains {
  constructor(
    private readonly repository: SingleSignOnRepository,
    private readonly records: DomainRecords,
    private readonly links: ProviderLinks,
    private readonly recorder: SsoRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Conflict `domain_taken` for one that the organization has already, `limit_reached` */
  async add(domain: string): Promise<SsoDomainView> {
    return this.unitOfWork.run(async () => {
      // Others would count the same ones meanwhile.
      await lockOrganization(this.unitOfWork, currentOrganizationId());
      if ((await this.repository.domains()).length >= MAX_DOMAINS)
        throw new Conflict('limit_reached', `The organization has ${MAX_DOMAINS} domains. Remove one first.`);
      const unproven = { provenAt: null, provenBy: null, checkedAt: null, missingSince: null };
      const row = { id: newId(), domain, token: randomToken(), ...unproven };
      await mapConstraintErrors(this.repository.insertDomain({ ...row, createdAt: this.clock.now() }), {
        sso_domains_own_unique: taken,
      });
      const view = toDomainView(row);
      this.recorder.domainAdded(view);
      return view;
    });
  }

  /**
   * Looks for the domain's DNS record, or takes a Super Admin's word for it.
   *
   * @throws NotFound; Forbidden for `byOperator` of anybody else
   * @throws Conflict `domain_unproven` without the record, `domain_taken` for a domain that another organization has proven
   */
  async verify(id: string, byOperator: boolean): Promise<SsoDomainView> {
    if (byOperator && !currentPrincipal().superAdmin) throw new Forbidden('Only a Super Admin can vouch for a domain.');
    const domain = found(await this.repository.domain(id));
    if (!byOperator) await this.requireRecord(domain);
    return this.unitOfWork.run(async () => {
      const before = found(await this.repository.lockDomain(id));
      const now = this.clock.now();
      const looked = byOperator ? {} : { checkedAt: now, missingSince: null };
      const provenBy = byOperator ? ('operator' as const) : ('dns' as const);
      const isProven = before.provenAt !== null;
      if (isProven && (byOperator || before.missingSince === null)) return toDomainView(before);
      const changes = isProven ? looked : { provenAt: now, provenBy, ...looked };
      await mapConstraintErrors(this.repository.updateDomain(id, changes), { sso_domains_proven_unique: taken });
      const view = toDomainView(found(await this.repository.domain(id)));
      if (!isProven) this.recorder.domainProven(view, provenBy);
      return view;
    });
  }

  /**
   * Gives a domain up, and ends what the provider has opened for those with addresses in it.
   *
   * @throws NotFound; Conflict for the last proven one while single sign-on is required
   */
  async remove(id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const required = (await this.repository.lock())?.requireSso ?? false;
      const row = found(await this.repository.domain(id));
      await this.repository.deleteDomain(id);
      const provenLeft = (await this.repository.domains()).some(({ provenAt }) => provenAt !== null);
      if (required && !provenLeft)
        throw new Conflict(
          'conflict',
          'It is the last proven domain, and single sign-on is required: nobody could sign in.',
        );
      await this.links.endOf(row.domain);
      this.recorder.domainRemoved(toDomainView(row));
    });
  }

  private async requireRecord(domain: DomainRow): Promise<void> {
    if (await this.records.find(domain)) return;
    const { name, value } = recordOf(domain);
    throw new Conflict(
      'domain_unproven',
      `There is no TXT record ${name} with ${value} yet. New records of ${domain.domain} may take hours to be seen.`,
    );
  }
}

export function toDomainView({ token, ...row }: DomainRow): SsoDomainView {
  const { name: recordName, value: recordValue } = recordOf({ token, ...row });
  return { ...row, recordName, recordValue };
}

function taken(): Conflict {
  return new Conflict('domain_taken', 'The domain is in the list already, or another organization has proven it.');
}
