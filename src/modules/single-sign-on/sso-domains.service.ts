import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { newId, randomToken } from '../../kernel/ids';
import { Conflict, Forbidden, found } from '../../kernel/problems';
import { currentPrincipal } from '../../platform/context/request-context';
import { mapConstraintErrors } from '../../platform/database/constraint-errors';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import type { SsoDomainView } from './single-sign-on.dto';
import { SingleSignOnRepository, type DomainRow } from './single-sign-on.repository';
import { SsoRecorder } from './sso.recorder';
import { TxtRecords } from './txt-records';

const MAX_DOMAINS = 20;

/** The domains whose addresses an organization's provider may speak for. */
@Injectable()
export class SsoDomains {
  constructor(
    private readonly repository: SingleSignOnRepository,
    private readonly records: TxtRecords,
    private readonly recorder: SsoRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Conflict `domain_taken` for one that the organization has already, `limit_reached` */
  async add(domain: string): Promise<SsoDomainView> {
    return this.unitOfWork.run(async () => {
      if ((await this.repository.domains()).length >= MAX_DOMAINS)
        throw new Conflict('limit_reached', `The organization has ${MAX_DOMAINS} domains. Remove one first.`);
      const row = { id: newId(), domain, token: randomToken(), provenAt: null, provenBy: null };
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
    const { domain } = found(await this.repository.domain(id));
    if (!byOperator) await this.requireRecord(domain, id);
    return this.unitOfWork.run(async () => {
      const before = found(await this.repository.domain(id));
      if (before.provenAt !== null) return toDomainView(before);
      const provenBy = byOperator ? ('operator' as const) : ('dns' as const);
      await mapConstraintErrors(this.repository.updateDomain(id, { provenAt: this.clock.now(), provenBy }), {
        sso_domains_proven_unique: taken,
      });
      const view = toDomainView(found(await this.repository.domain(id)));
      this.recorder.domainProven(view, provenBy);
      return view;
    });
  }

  /** @throws NotFound; Conflict for the last proven one while single sign-on is required */
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
      this.recorder.domainRemoved(toDomainView(row));
    });
  }

  private async requireRecord(domain: string, id: string): Promise<void> {
    const { recordName, recordValue } = toDomainView(found(await this.repository.domain(id)));
    if ((await this.records.of(recordName)).includes(recordValue)) return;
    throw new Conflict(
      'domain_unproven',
      `There is no TXT record ${recordName} with ${recordValue} yet. New records of ${domain} may take hours to be seen.`,
    );
  }
}

export function toDomainView({ id, domain, token, provenAt, provenBy }: DomainRow): SsoDomainView {
  const [recordName, recordValue] = [`_tour-events.${domain}`, `tour-events=${token}`];
  return { id, domain, recordName, recordValue, provenAt, provenBy };
}

function taken(): Conflict {
  return new Conflict('domain_taken', 'The domain is in the list already, or another organization has proven it.');
}
