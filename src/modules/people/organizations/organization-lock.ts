import type { OrganizationStatus } from '../../../kernel/statuses';
import { named } from '../../../platform/database/named';
import type { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { columnsOf } from '../../../platform/database/table';
import { Organization } from './organization.entity';

const ORGANIZATION = columnsOf(Organization);

/** An organization that is locked. */
export interface LockedOrganization {
  id: string;
  name: string;
  logo: string | null;
  status: OrganizationStatus;
}

// Not FOR UPDATE: that would block every insert of a row, in any table, that refers to the organization.
const LOCK_ORGANIZATION = named(
  `SELECT ${ORGANIZATION.id}, ${ORGANIZATION.name}, ${ORGANIZATION.logo}, ${ORGANIZATION.status} FROM organizations
   WHERE ${ORGANIZATION.id} = $1 AND ${ORGANIZATION.deletedAt} IS NULL FOR NO KEY UPDATE`,
);

/**
 * Locks the organization until the unit of work ends; null when it is deleted. It is locked before users and
 * memberships (ADR 10).
 */
export async function lockOrganization(unitOfWork: UnitOfWork, id: string): Promise<LockedOrganization | null> {
  return (await unitOfWork.writeUnscoped<LockedOrganization>(LOCK_ORGANIZATION, id)).rows[0] ?? null;
}
