import { named } from '../../../platform/database/named';
import type { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { columnsOf } from '../../../platform/database/table';
import { User } from '../users/user.entity';
import { Membership } from './membership.entity';

const MEMBERSHIP = columnsOf(Membership);
const USER = columnsOf(User);

// The rows that several modules lock, each always in the same way, in the order in which every unit of work locks them
// (ADR 10): after the organization. The lock of a user is here because members may not depend on the module of users.

const LOCK_USER = named(`SELECT ${USER.id} FROM users WHERE ${USER.id} = $1 FOR SHARE`);
const LOCK_MEMBERSHIP = named(
  `SELECT ${MEMBERSHIP.id} FROM memberships
   WHERE ${MEMBERSHIP.organizationId} = $1 AND ${MEMBERSHIP.userId} = $2
     AND ${MEMBERSHIP.status} = 'active' FOR KEY SHARE`,
);

/**
 * Keeps others from changing a user, taking their account over or ending their sessions and keys until the unit of work
 * ends.
 */
export async function lockUser(unitOfWork: UnitOfWork, id: string): Promise<void> {
  await unitOfWork.runUnscoped('users belong to no organization', () => unitOfWork.writeUnscoped(LOCK_USER, id));
}

/** Keeps a user's membership from ending until the unit of work ends; says whether there is one. */
export async function lockMembership(unitOfWork: UnitOfWork, organizationId: string, userId: string): Promise<boolean> {
  return (await unitOfWork.writeUnscoped(LOCK_MEMBERSHIP, organizationId, userId)).rows.length > 0;
}
