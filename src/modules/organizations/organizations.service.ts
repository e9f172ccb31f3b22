import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { isId, newId } from '../../kernel/ids';
import { ADMIN, PERMISSIONS, type Permission } from '../../kernel/permissions';
import { holds } from '../../kernel/principal';
import { NotFound } from '../../kernel/problems';
import { searchText } from '../../kernel/search-text';
import { changesNothing } from '../../platform/audit/audit-trail';
import { currentOrganizationId, currentPrincipal } from '../../platform/context/request-context';
import { requireMatch } from '../../platform/http/etag';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { lockOrganization } from './locks.service';
import { MembersService, type NewMember } from './members.service';
import type { Organization } from './organization.entity';
import type { OrganizationView, PermissionMapView, UpdateProfile } from './organizations.dto';
import { OrganizationRecorder } from './organization.recorder';
import { OrganizationsRepository, type DefaultOrganization } from './organizations.repository';
import { slugOf, withSuffix } from './slug';

/** The fields of a new organization. */
interface NewOrganization {
  name: string;
  timezone: string;
  currency: string;
  /** A plan that the unit of work holds; null for none. */
  planId: string | null;
}

/** Organizations and who is in them. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly members: MembersService,
    private readonly recorder: OrganizationRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Makes an organization with its first Admin, inside the caller's unscoped unit of work. */
  async create({ name, timezone, currency, planId }: NewOrganization, founder: NewMember): Promise<OrganizationView> {
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
    while (!(await this.organizations.add(organization, searchTextOf(organization))))
      organization = under(withSuffix(slug));
    this.recorder.created(organization, founder);
    await this.members.join(id, founder, ADMIN);
    return organization;
  }

  /**
   * The organization in scope.
   *
   * @throws NotFound when it is deleted
   */
  async current(): Promise<OrganizationView> {
    const organization = await this.organizations.current();
    if (organization === null) throw new NotFound();
    return organization;
  }

  /**
   * Whether a user's session may be in an organization: in one of their own, or a Super Admin's in any that exists.
   *
   * @param id as the caller sent it; a malformed one is unknown
   */
  async isOpenTo(id: string, user: { id: string; superAdmin: boolean }): Promise<boolean> {
    if (!isId(id)) return false;
    return user.superAdmin ? this.organizations.exists(id) : this.organizations.hasMember(id, user.id);
  }

  /**
   * The organization of a user's new session. Of their own, an active one comes before a suspended one, then the one
   * used last, then the one joined first. For a Super Admin without an active one it is the oldest active one there is:
   * in a suspended one nothing could be reactivated. Null when none is left.
   */
  async defaultOrganizationFor(user: { id: string; superAdmin: boolean }): Promise<string | null> {
    return this.landing(await this.organizations.defaultOrganizationFor(user.id), user.superAdmin);
  }

  /**
   * Like {@link defaultOrganizationFor}, inside the caller's unit of work: the membership that the session will rely on can't end
   * before that does. Ending a membership ends its sessions, and will then find this one.
   *
   * @param preferredId comes before the one used last
   */
  async lockDefaultOrganizationFor(
    user: { id: string; superAdmin: boolean },
    preferredId: string | null = null,
  ): Promise<string | null> {
    return this.landing(await this.organizations.lockDefaultOrganizationFor(user.id, preferredId), user.superAdmin);
  }

  private async landing(own: DefaultOrganization | null, superAdmin: boolean): Promise<string | null> {
    return superAdmin && own?.status !== 'active' ? this.organizations.oldest() : (own?.id ?? null);
  }

  /**
   * Changes the fields of the organization in scope that its Admins may change.
   *
   * @throws NotFound when it is deleted, PreconditionFailed (If-Match)
   */
  updateCurrent(changes: UpdateProfile): Promise<OrganizationView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock();
      requireMatch(before);
      if (changesNothing(before, { ...before, ...changes })) return before;
      const search = searchTextOf({ ...before, ...changes });
      await this.organizations.update(before.id, { ...changes, search, updatedAt: this.clock.now() });
      const after = await this.current();
      this.recorder.updated(before, after);
      return after;
    });
  }

  /** What the caller may do in the organization in scope: every permission there is, held or not. */
  permissionMap(): PermissionMapView {
    const principal = currentPrincipal();
    const held = PERMISSIONS.map((permission) => [permission, holds(principal, permission)]);
    return { role: principal.role, permissions: Object.fromEntries(held) as Record<Permission, boolean> };
  }

  /**
   * Sets the currency of the organization in scope, inside the caller's unit of work.
   *
   * @param currency an ISO 4217 code that the caller has checked
   * @throws NotFound when the organization is deleted
   */
  changeCurrency(currency: string): Promise<void> {
    return this.change({ currency });
  }

  /**
   * Puts the organization in scope on a plan, or on none, inside the caller's unit of work.
   *
   * @param planId a plan that the caller holds
   * @throws NotFound when the organization is deleted
   */
  changePlan(planId: string | null): Promise<void> {
    return this.change({ planId });
  }

  private async change(changes: Partial<Pick<Organization, 'currency' | 'planId'>>): Promise<void> {
    const before = await this.lock();
    if (changesNothing(before, { ...before, ...changes })) return;
    await this.organizations.update(before.id, { ...changes, updatedAt: this.clock.now() });
    this.recorder.updated(before, await this.current());
  }

  /** The organization in scope, locked until the unit of work ends. @throws NotFound when it is deleted */
  private async lock(): Promise<OrganizationView> {
    await lockOrganization(this.unitOfWork, currentOrganizationId());
    return this.current();
  }
}

/** The text that an organization is searched by; see {@link searchText}. */
export function searchTextOf({ name, slug }: Pick<Organization, 'name' | 'slug'>): string {
  return searchText(name, slug);
}
