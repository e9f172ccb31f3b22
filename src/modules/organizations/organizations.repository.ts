import { Injectable } from '@nestjs/common';
import { named } from '../../platform/database/named';
import { ScopedStatement, UnscopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { Organization } from './organization.entity';
import type { OrganizationView } from './organizations.dto';

const COLUMNS = `id, name, slug, logo, timezone, currency, status, plan_id AS "planId", created_at AS "createdAt", updated_at AS "updatedAt"`;

const CURRENT = new ScopedStatement(`SELECT ${COLUMNS} FROM organizations WHERE id = $1 AND deleted_at IS NULL`);

const STANDING_REASON = 'a session chooses the organization it stands in';

const EXISTS = new UnscopedStatement(
  STANDING_REASON,
  `SELECT id FROM organizations WHERE id = $1 AND deleted_at IS NULL`,
);
const MEMBERSHIP = new UnscopedStatement(
  STANDING_REASON,
  `SELECT m.organization_id AS id FROM memberships m
   JOIN organizations o ON o.id = m.organization_id AND o.deleted_at IS NULL
   WHERE m.organization_id = $1 AND m.user_id = $2`,
);
const LANDING_QUERY = `SELECT o.id, o.status FROM memberships m
   JOIN organizations o ON o.id = m.organization_id AND o.deleted_at IS NULL
   JOIN users u ON u.id = m.user_id
   WHERE m.user_id = $1
   ORDER BY o.status, (o.id = $2) IS TRUE DESC, (o.id = u.last_organization_id) IS TRUE DESC, m.joined_at, o.id LIMIT 1`;
const LANDING = new UnscopedStatement(STANDING_REASON, LANDING_QUERY);
// Waits for a membership that is ending, and takes the next best once it has ended.
const LOCK_DEFAULT_ORGANIZATION = new UnscopedStatement(STANDING_REASON, `${LANDING_QUERY} FOR KEY SHARE OF m`);
const OLDEST = new UnscopedStatement(
  STANDING_REASON,
  `SELECT id FROM organizations WHERE deleted_at IS NULL ORDER BY status, created_at, id LIMIT 1`,
);

const ADD =
  named(`INSERT INTO organizations (id, name, slug, search, logo, timezone, currency, status, plan_id, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (slug) DO NOTHING`);

interface Found {
  id: string;
}

/** One of a user's own organizations, for a new session. */
export type DefaultOrganization = Pick<OrganizationView, 'id' | 'status'>;

/** All queries of organizations and of who is in them. */
@Injectable()
export class OrganizationsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The organization in scope, or null when it is deleted. */
  current(): Promise<OrganizationView | null> {
    return this.database.row<OrganizationView>(CURRENT);
  }

  async exists(id: string): Promise<boolean> {
    return (await this.database.unscopedRow<Found>(EXISTS, id)) !== null;
  }

  async hasMember(id: string, userId: string): Promise<boolean> {
    return (await this.database.unscopedRow<Found>(MEMBERSHIP, id, userId)) !== null;
  }

  /**
   * The best of a user's organizations: active ones first, then the one used last, then the one joined first; or null.
   */
  defaultOrganizationFor(userId: string): Promise<DefaultOrganization | null> {
    return this.database.unscopedRow<DefaultOrganization>(LANDING, userId, null);
  }

  /**
   * Like {@link defaultOrganizationFor}; the membership can't end before the unit of work does.
   *
   * @param preferredId comes before the one used last
   */
  lockDefaultOrganizationFor(userId: string, preferredId: string | null): Promise<DefaultOrganization | null> {
    return this.database.unscopedRow<DefaultOrganization>(LOCK_DEFAULT_ORGANIZATION, userId, preferredId);
  }

  async oldest(): Promise<string | null> {
    return (await this.database.unscopedRow<Found>(OLDEST))?.id ?? null;
  }

  /**
   * Adds an organization unless its slug is taken; says whether it did.
   *
   * @param search see {@link Organization.search}
   */
  async add(organization: OrganizationView, search: string): Promise<boolean> {
    const { id, name, slug, logo, timezone, currency, status, planId, createdAt, updatedAt } = organization;
    const values = [id, name, slug, search, logo, timezone, currency, status, planId, createdAt, updatedAt];
    return ((await this.unitOfWork.writeUnscoped(ADD, ...values)).rowCount ?? 0) > 0;
  }

  async update(id: string, changes: Partial<Organization>): Promise<void> {
    await this.unitOfWork.update(Organization, { id }, changes);
  }
}
