import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, utcDay, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { isId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { requireFresh } from '../../../kernel/principal';
import { Conflict, NotFound } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import {
  keptSince,
  lockOrganization,
  ORGANIZATION_RECORD,
  OrganizationsService,
  type AdministeredOrganizationView,
} from '../organizations';
import type {
  AdministerOrganization,
  OrganizationRow,
  OrganizationsQuery,
  OrganizationUsageView,
} from './organization-administration.dto';
import { ADMINISTRATION_REASON, OrganizationAdministrationRepository } from './organization-administration.repository';

/** What Super Admins do with organizations, whichever one their own session is in. */
@Injectable()
export class OrganizationAdministration {
  constructor(
    private readonly all: OrganizationAdministrationRepository,
    private readonly organizations: OrganizationsService,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(query: OrganizationsQuery): Promise<Page<OrganizationRow>> {
    const now = this.clock.now();
    const { rows, total } = await this.all.list(query, utcDay(now), keptSince(now));
    return toPage(rows, total, query);
  }

  /** @throws NotFound for one that was deleted, too */
  get(id: string): Promise<AdministeredOrganizationView> {
    return this.organizations.get(id);
  }

  /** @throws NotFound */
  async usage(id: string): Promise<OrganizationUsageView> {
    await this.organizations.get(id);
    const now = this.clock.now();
    return this.all.usage(id, utcDay(now), new Date(now.getTime() - DAY_MS));
  }

  /**
   * @throws NotFound, also for an unknown plan; PreconditionFailed (If-Match)
   * @throws Conflict `last_organization` for a suspension of the only active one
   * @throws Forbidden `reauthentication_required` for another status
   */
  update(id: string, changes: AdministerOrganization): Promise<AdministeredOrganizationView> {
    return this.unitOfWork.runUnscoped(ADMINISTRATION_REASON, async () => {
      const before = await this.lock(id);
      requireMatch(ORGANIZATION_RECORD, before);
      if (changes.planId != null && !isId(changes.planId)) throw new NotFound('planId');
      if (ORGANIZATION_RECORD.isSame(before, { ...before, ...changes })) return before;
      if (changes.status !== undefined && changes.status !== before.status) requireFresh(currentPrincipal());
      if (changes.status === 'suspended') await this.requireAnother(id);
      return this.organizations.administer(before, changes);
    });
  }

  /**
   * Hides an organization: its sessions end, and no query finds it any more. It is purged later.
   *
   * @throws NotFound, PreconditionFailed (If-Match); Conflict `last_organization` for the only active one
   */
  delete(id: string): Promise<void> {
    return this.unitOfWork.runUnscoped(ADMINISTRATION_REASON, async () => {
      const organization = await this.lock(id);
      requireMatch(ORGANIZATION_RECORD, organization);
      await this.requireAnother(id);
      await this.organizations.delete(organization);
    });
  }

  /**
   * Takes a deletion back, of the last 30 days; nothing changes for an organization that is not deleted.
   *
   * @param id well formed
   * @throws NotFound
   */
  restore(id: string): Promise<AdministeredOrganizationView> {
    return this.unitOfWork.runUnscoped(ADMINISTRATION_REASON, () => this.organizations.restore(id));
  }

  /** An operator's session needs an organization too: without any, nobody could undo the change. */
  private async requireAnother(id: string): Promise<void> {
    await this.all.lockLastActive();
    if (await this.all.hasAnotherActive(id)) return;
    throw new Conflict('last_organization', 'There is no other active organization that operators could be in.');
  }

  private async lock(id: string): Promise<AdministeredOrganizationView> {
    if ((await lockOrganization(this.unitOfWork, id)) === null) throw new NotFound();
    return this.get(id);
  }
}
