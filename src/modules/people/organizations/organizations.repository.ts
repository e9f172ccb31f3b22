import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { findUnscoped, ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnList, columnsOf, selectAllBut, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { Organization } from './organization.entity';
import type { AdministeredOrganizationView, OrganizationView } from './organizations.dto';

const ORGANIZATION_COLUMN = columnsOf(Organization, 'o');
const BARE_ORGANIZATION = columnsOf(Organization);

const ADMINISTERED = selectAllBut(Organization, 'o', 'search', 'foundedBy', 'deletedAt');
const ORGANIZATION = selectAllBut(Organization, 'o', 'search', 'foundedBy', 'mailDailyLimit', 'rateLimit', 'deletedAt');
type OrganizationRow = RowOf<typeof ORGANIZATION>;

const CURRENT = new ScopedStatement<OrganizationRow>(
  `SELECT ${ORGANIZATION.columns} FROM ${ORGANIZATION.from}
   WHERE ${ORGANIZATION_COLUMN.id} = $1 AND ${ORGANIZATION_COLUMN.deletedAt} IS NULL`,
);
const FIND = findUnscoped(
  'Super Admins look after all organizations',
  ADMINISTERED,
  `AND ${ORGANIZATION_COLUMN.deletedAt} IS NULL`,
);
const RESTORE = named(
  `UPDATE organizations SET ${BARE_ORGANIZATION.deletedAt} = NULL, ${BARE_ORGANIZATION.updatedAt} = $2
   WHERE ${BARE_ORGANIZATION.id} = $1 AND ${BARE_ORGANIZATION.deletedAt} > $3 RETURNING ${BARE_ORGANIZATION.id}`,
);
const DUE_FOR_PURGE = new UnscopedStatement<Pick<Organization, 'id'>>(
  'deleted organizations are purged',
  `SELECT ${BARE_ORGANIZATION.id} FROM organizations WHERE ${BARE_ORGANIZATION.deletedAt} <= $1
   ORDER BY ${BARE_ORGANIZATION.deletedAt}, ${BARE_ORGANIZATION.id}`,
);

const ADD = named(`INSERT INTO organizations
      (${columnList(Organization, 'id', 'name', 'slug', 'search', 'logo', 'timezone', 'currency', 'status')},
        ${columnList(Organization, 'planId', 'foundedBy', 'createdAt', 'updatedAt')})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (${BARE_ORGANIZATION.slug}) DO NOTHING`);

// In the order of their ids, so that two that lock several never deadlock.
const LOCK_FOUNDED_BY = named<Pick<Organization, 'id'>>(
  `SELECT ${BARE_ORGANIZATION.id} FROM organizations
   WHERE ${BARE_ORGANIZATION.foundedBy} = $1 AND ${BARE_ORGANIZATION.deletedAt} IS NULL
   ORDER BY ${BARE_ORGANIZATION.id} FOR NO KEY UPDATE`,
);

/** All queries of organizations. Those of any other than the one in scope happen inside an unscoped unit of work. */
@Injectable()
export class OrganizationsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The organization in scope, or null when it is deleted. */
  current(): Promise<OrganizationView | null> {
    return this.database.row(CURRENT);
  }

  /** Any organization that is not deleted, as operators see it. */
  find(id: string): Promise<AdministeredOrganizationView | null> {
    return this.database.unscopedRow(FIND, id);
  }

  /**
   * Adds an organization unless its slug is taken; says whether it did.
   *
   * @param search see {@link Organization.search}
   */
  async add(organization: OrganizationView, search: string, foundedBy: string): Promise<boolean> {
    const { id, name, slug, logo, timezone, currency, status, planId, createdAt, updatedAt } = organization;
    const values = [id, name, slug, search, logo, timezone, currency, status, planId, foundedBy, createdAt, updatedAt];
    return ((await this.unitOfWork.writeUnscoped(ADD, ...values)).rowCount ?? 0) > 0;
  }

  /** Locks the organizations that a user founded until the unit of work ends; gives their ids. */
  async lockFoundedBy(userId: string): Promise<string[]> {
    return (await this.unitOfWork.writeUnscoped(LOCK_FOUNDED_BY, userId)).rows.map(({ id }) => id);
  }

  async update(id: string, changes: Partial<Organization>): Promise<void> {
    await this.unitOfWork.update(Organization, { id }, changes);
  }

  /** Takes a deletion back that happened after a moment; says whether there was one. */
  async restore(id: string, at: Date, deletedAfter: Date): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(RESTORE, id, at, deletedAfter)).rowCount ?? 0) > 0;
  }

  /** The organizations that were deleted at that moment or before, longest ago first. */
  async dueForPurge(deletedBy: Date): Promise<string[]> {
    const rows = await this.database.unscopedRows(DUE_FOR_PURGE, deletedBy);
    return rows.map(({ id }) => id);
  }

  /** Deletes what is left of an organization, with all that still belongs to it; says whether there was anything. */
  async purge(id: string): Promise<boolean> {
    return this.unitOfWork.delete(Organization, { id });
  }
}
