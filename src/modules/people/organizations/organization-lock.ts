import type { OrganizationStatus } from '../../../kernel/statuses';
import { named } from '../../../platform/database/named';
import type { UnitOfWork } from '../../../platform/tenancy/unit-of-work';

/** An organization that is locked. */
export interface LockedOrganization {
  id: string;
  name: string;
  logo: string | null;
  status: OrganizationStatus;
}

// Not FOR UPDATE: that would block every insert of a row, in any table, that refers to the organization.
const LOCK_ORGANIZATION = named(
  'SELECT id, name, logo, status FROM organizations WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
);

/**
 * Locks the organization until the unit of work ends; null when it is deleted. It is locked before users and
 * memberships (ADR 10).
 */
export async function lockOrganization(unitOfWork: UnitOfWork, id: string): Promise<LockedOrganization | null> {
  return (await unitOfWork.writeUnscoped<LockedOrganization>(LOCK_ORGANIZATION, id)).rows[0] ?? null;
}
