import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { isId, newId } from '../../kernel/ids';
import { ADMIN } from '../../kernel/permissions';
import { NotFound } from '../../kernel/problems';
import { currentOrganizationId } from '../../platform/context/request-context';
import type { Membership } from './membership.entity';
import type { Organization } from './organization.entity';
import type { OrganizationView } from './organizations.dto';
import { OrganizationsEvents } from './organizations.events';
import { OrganizationsRepository } from './organizations.repository';
import { slugOf, withSuffix } from './slug';

export { OrganizationView } from './organizations.dto';

/** What other domains ask about the organization in scope. */
export type OrganizationProfile = Pick<OrganizationView, 'id' | 'name' | 'timezone' | 'currency' | 'status'>;

export interface NewOrganization {
  name: string;
  timezone: string;
  currency: string;
  referralCode: string | null;
}

/** The user who becomes an organization's first Admin. */
export interface Founder {
  id: string;
  name: string;
  email: string;
  status: string;
}

/** Organizations and who is in them. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly events: OrganizationsEvents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Makes an organization with its first Admin, inside the caller's unscoped unit of work. */
  async create(wanted: NewOrganization, founder: Founder): Promise<OrganizationView> {
    const now = this.clock.now();
    const organization: Organization = {
      id: newId(),
      ...wanted,
      slug: slugOf(wanted.name),
      logo: null,
      status: 'active',
      planId: null,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    const slug = organization.slug;
    while (!(await this.organizations.insert(organization))) organization.slug = withSuffix(slug);
    const view = toView(organization);
    this.events.created(view, founder);
    await this.join(organization.id, founder, ADMIN, now);
    return view;
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
   * What other domains need to know of the organization in scope.
   *
   * @throws NotFound when it is deleted
   */
  profile(): Promise<OrganizationProfile> {
    return this.current();
  }

  /**
   * Whether a user's session may stand in an organization: in their own ones, a Super Admin's in any that exists.
   *
   * @param id as the caller sent it; a malformed one is unknown
   */
  async isOpenTo(id: string, user: { id: string; superAdmin: boolean }): Promise<boolean> {
    if (!isId(id)) return false;
    return user.superAdmin ? this.organizations.exists(id) : this.organizations.hasMember(id, user.id);
  }

  /**
   * The organization in which a user's new session stands: of their own an active one before a suspended one, then the
   * one used last, then the one joined first. A Super Admin without any stands in the oldest there is. Null when none is
   * left for the user.
   */
  async landingOf(user: { id: string; superAdmin: boolean }): Promise<string | null> {
    const own = await this.organizations.landingOf(user.id);
    return own === null && user.superAdmin ? this.organizations.oldest() : own;
  }

  /**
   * Sets the currency of the organization in scope, inside the caller's unit of work.
   *
   * @param currency an ISO 4217 code that the caller has checked
   * @throws NotFound when the organization is deleted
   */
  async changeCurrency(currency: string): Promise<void> {
    const organization = await this.organizations.lock(currentOrganizationId());
    if (organization === null) throw new NotFound();
    if (organization.currency === currency) return;
    const changes = { currency, updatedAt: this.clock.now() };
    await this.organizations.update(organization.id, changes);
    this.events.updated(toView(organization), toView({ ...organization, ...changes }));
  }

  private async join(organizationId: string, user: Founder, role: string, now: Date): Promise<void> {
    const membership: Membership = {
      organizationId,
      id: newId(),
      userId: user.id,
      role,
      joinedAt: now,
      createdAt: now,
      updatedAt: now,
    };
    await this.organizations.insertMembership(membership);
    this.events.memberJoined(membership, user);
  }
}

function toView(organization: Organization): OrganizationView {
  const { id, name, slug, logo, timezone, currency, status, planId, createdAt, updatedAt } = organization;
  return {
    id,
    name,
    slug,
    logo,
    timezone,
    currency,
    status,
    planId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
