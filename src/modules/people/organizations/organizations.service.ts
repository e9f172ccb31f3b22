import { Inject, Injectable } from '@nestjs/common';
import { Steps } from '../../../kernel/steps';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { PERMISSIONS, type Permission } from '../../../kernel/permissions';
import { holds } from '../../../kernel/principal';
import { found, NotFound } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import { currentOrganizationId, currentPrincipal } from '../../../platform/context/request-context';
import { mapConstraintErrors } from '../../../platform/database/constraint-errors';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { ORGANIZATION_RECORD } from './organization.record';
import { lockOrganization } from './organization-lock';
import type { Organization } from './organization.entity';
import type {
  AdministeredOrganizationView,
  OrganizationView,
  PermissionMapView,
  UpdateProfile,
} from './organizations.dto';
import { keptSince } from './kept-since';
import { OrganizationRecorder } from './organization.recorder';
import { OrganizationsRepository } from './organizations.repository';
import { slugOf, withSuffix } from './slug';

/** The fields of a new organization. */
export interface NewOrganization {
  name: string;
  timezone: string;
  currency: string;
  /** A plan that the unit of work has locked; null for none. */
  planId: string | null;
}

/** What can be changed of an organization. */
export type OrganizationChanges = Partial<
  Pick<Organization, 'name' | 'logo' | 'timezone' | 'currency' | 'status' | 'planId' | 'mailDailyLimit' | 'rateLimit'>
>;

/** Organizations, and how they are changed. */
@Injectable()
export class OrganizationsService {
  /** What else ends when an organization, given by its id, is deleted; in the deletion's unscoped unit of work. */
  readonly deletion = new Steps<string>();

  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly recorder: OrganizationRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Makes an organization, inside the caller's unscoped unit of work. Its founder is yet to become a member. */
  async create(fields: NewOrganization, founder: { id: string; name: string }): Promise<OrganizationView> {
    const { name, timezone, currency, planId } = fields;
    const at = this.clock.now().toISOString();
    const id = newId();
    const slug = slugOf(name);
    const under = (slug: string): OrganizationView => ({
      id,
      name,
      slug,
      logo: null,
      timezone,
      currency,
      status: 'active',
      planId,
      createdAt: at,
      updatedAt: at,
    });
    let organization = under(slug);
    while (!(await this.organizations.add(organization, searchTextOf(organization), founder.id)))
      organization = under(withSuffix(slug));
    this.recorder.created(organization, founder);
    return organization;
  }

  /** Locks the organizations that a user founded, inside an unscoped unit of work; gives their ids. */
  lockFoundedBy(userId: string): Promise<string[]> {
    return this.organizations.lockFoundedBy(userId);
  }

  /**
   * The organization in scope.
   *
   * @throws NotFound when it is deleted
   */
  async current(): Promise<OrganizationView> {
    return found(await this.organizations.current());
  }

  /**
   * Any organization.
   *
   * @param id well formed
   * @throws NotFound for one that was deleted, too
   */
  async get(id: string): Promise<AdministeredOrganizationView> {
    return found(await this.organizations.find(id));
  }

  /**
   * Changes the fields of the organization in scope that its Admins may change.
   *
   * @throws NotFound when it is deleted, PreconditionFailed (If-Match)
   */
  updateCurrent(changes: UpdateProfile): Promise<OrganizationView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock();
      requireMatch(ORGANIZATION_RECORD, before);
      if (ORGANIZATION_RECORD.isSame(before, { ...before, ...changes })) return before;
      const search = searchTextOf({ ...before, ...changes });
      await this.organizations.update(before.id, { ...changes, search, updatedAt: this.clock.now() });
      const after = await this.current();
      this.recorder.updated(before, after);
      return after;
    });
  }

  /** What the caller may do in the organization in scope: every permission there is, granted or not. */
  permissionMap(): PermissionMapView {
    const principal = currentPrincipal();
    const permissions = PERMISSIONS.map((permission) => [permission, holds(principal, permission)]);
    return { role: principal.role, permissions: Object.fromEntries(permissions) as Record<Permission, boolean> };
  }

  /**
   * Sets the currency of the organization in scope, inside the caller's unit of work.
   *
   * @param currency an ISO 4217 code that the caller has checked
   * @throws NotFound when the organization is deleted
   */
  async changeCurrency(currency: string): Promise<void> {
    await this.change({ currency });
  }

  /**
   * Puts the organization in scope on a plan, or on none, inside the caller's unit of work.
   *
   * @param planId a plan that the caller has locked
   * @throws NotFound when the organization is deleted
   */
  async changePlan(planId: string | null): Promise<void> {
    await this.change({ planId });
  }

  /**
   * Changes any organization, inside the caller's unscoped unit of work, which has locked it.
   *
   * @param before as it is shown now
   * @throws NotFound for an unknown plan
   */
  async administer(
    before: AdministeredOrganizationView,
    changes: OrganizationChanges,
  ): Promise<AdministeredOrganizationView> {
    const updatedAt = this.clock.now();
    const search = searchTextOf({ ...before, ...changes });
    await mapConstraintErrors(this.organizations.update(before.id, { ...changes, search, updatedAt }), {
      organizations_plan: () => new NotFound('planId'),
    });
    const after = await this.get(before.id);
    this.recorder.administered(before, after);
    return after;
  }

  /**
   * Hides an organization, inside the caller's unscoped unit of work, which has locked it. Its sessions end, no
   * query finds it any more, and it is purged later.
   */
  async delete(organization: OrganizationView): Promise<void> {
    await this.organizations.update(organization.id, { deletedAt: this.clock.now() });
    await this.deletion.take(organization.id);
    this.recorder.deleted(organization);
  }

  /**
   * Takes the deletion of an organization back, inside the caller's unscoped unit of work. Nothing changes for one that is
   * not deleted.
   *
   * @throws NotFound for one that is unknown, or was deleted too long ago
   */
  async restore(id: string): Promise<AdministeredOrganizationView> {
    const now = this.clock.now();
    if (!(await this.organizations.restore(id, now, keptSince(now)))) return this.get(id);
    const organization = await this.get(id);
    this.recorder.restored(organization);
    return organization;
  }

  /** Removes the logo of the organization in scope, inside the caller's unit of work. @returns how many there were */
  async clearLogo(): Promise<number> {
    return (await this.change({ logo: null })) ? 1 : 0;
  }

  /** @returns whether it was otherwise before */
  private async change(changes: Partial<Pick<Organization, 'currency' | 'planId' | 'logo'>>): Promise<boolean> {
    const before = await this.lock();
    if (ORGANIZATION_RECORD.isSame(before, { ...before, ...changes })) return false;
    await this.organizations.update(before.id, { ...changes, updatedAt: this.clock.now() });
    this.recorder.updated(before, await this.current());
    return true;
  }

  /** The organization in scope, locked until the unit of work ends. @throws NotFound when it is deleted */
  private async lock(): Promise<OrganizationView> {
    await lockOrganization(this.unitOfWork, currentOrganizationId());
    return this.current();
  }
}

/** The text that an organization is searched by; see {@link searchText}. */
function searchTextOf({ name, slug }: Pick<Organization, 'name' | 'slug'>): string {
  return searchText(name, slug);
}
