import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { ADMIN } from '../../../kernel/permissions';
import type { UserStatus } from '../../../kernel/statuses';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { named } from '../../../platform/database/named';
import { isOneOf, searched, type ListFilter, type UnscopedListShape } from '../../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select, type RowOf } from '../../../platform/database/table';
import { Membership } from './membership.entity';
import type { MembersQuery, MemberView } from './members.dto';
import { User } from '../users/user.entity';
import { Organization } from '../organizations/organization.entity';

const ORGANIZATION = columnsOf(Organization, 'o');
const USER = columnsOf(User, 'u');
const OTHER_MEMBERSHIP = columnsOf(Membership, 'other');
const OTHER_USER = columnsOf(User, 'x');
const BARE_MEMBERSHIP = columnsOf(Membership);
const MEMBERSHIP = columnsOf(Membership, 'm');

const MEMBERS_REASON = 'members are users, who belong to no organization';

/** Active are those who are suspended neither here nor on the platform. */
const STATUS = `CASE WHEN ${USER.status} = 'active' THEN ${MEMBERSHIP.status} ELSE ${USER.status} END`;

const MEMBER = select(Membership, 'm', 'id', 'userId')
  .and<{ name: string; email: string }>(`${USER.name}, ${USER.email}`)
  .and(select(Membership, 'm', 'role'))
  .and<{ status: UserStatus }>(`${STATUS} AS status`)
  .and(select(Membership, 'm', 'joinedAt', 'createdAt', 'updatedAt'));
type MemberRow = RowOf<typeof MEMBER>;
const MEMBERS = `memberships m JOIN users u ON ${USER.id} = ${MEMBERSHIP.userId}`;
const ACTIVE_ADMIN = `${MEMBERSHIP.role} = '${ADMIN}' AND ${MEMBERSHIP.status} = 'active'
    AND ${USER.status} = 'active'`;

/** Reads members of the organization that is `$1`. */
const membersWhere = (condition: string) =>
  new UnscopedStatement<MemberRow>(
    MEMBERS_REASON,
    `SELECT ${MEMBER.columns} FROM ${MEMBERS} WHERE ${MEMBERSHIP.organizationId} = $1 AND ${condition}`,
  );

const FIND = membersWhere(`${MEMBERSHIP.id} = $2`);
const FIND_BY_USER = membersWhere(`${MEMBERSHIP.userId} = $2`);
const OF_ROLE = membersWhere(`${MEMBERSHIP.role} = $2 ORDER BY ${MEMBERSHIP.id}`);
const IS_KNOWN = new UnscopedStatement(
  MEMBERS_REASON,
  `SELECT ${BARE_MEMBERSHIP.id} FROM memberships
   WHERE ${BARE_MEMBERSHIP.organizationId} = $1 AND ${BARE_MEMBERSHIP.userId} = $2`,
);
const ANOTHER_ADMIN = membersWhere(`${MEMBERSHIP.userId} <> $2 AND ${ACTIVE_ADMIN} LIMIT 1`);
const OTHERS = membersWhere(`${MEMBERSHIP.userId} <> $2 AND ${MEMBERSHIP.status} = 'active' ORDER BY ${MEMBERSHIP.id}`);
const ANY_OF_ROLE = new ScopedStatement(
  `SELECT ${BARE_MEMBERSHIP.id} FROM memberships
   WHERE ${BARE_MEMBERSHIP.organizationId} = $1 AND ${BARE_MEMBERSHIP.role} = $2 LIMIT 1`,
);
const ACTIVE_PERSON = new UnscopedStatement(
  MEMBERS_REASON,
  `SELECT ${USER.name}, ${USER.email} FROM ${MEMBERS}
   WHERE ${MEMBERSHIP.organizationId} = $1 AND ${MEMBERSHIP.userId} = $2 AND ${MEMBERSHIP.status} = 'active'
     AND ${USER.status} = 'active'`,
);
const LIST: UnscopedListShape<MemberRow> = {
  ...MEMBER.joined(MEMBERS),
  reason: MEMBERS_REASON,
  // The first filter's value; the rows of a page are looked up by it, too.
  always: `${MEMBERSHIP.organizationId} = $1`,
  sorts: { name: USER.search, email: USER.emailKey, joinedAt: MEMBERSHIP.joinedAt },
};

/** In the order of their ids, so that two that lock several never deadlock. */
const LOCK_ORGANIZATIONS_OF_USER = named(`SELECT ${ORGANIZATION.id} FROM organizations o
    JOIN memberships m ON ${MEMBERSHIP.organizationId} = ${ORGANIZATION.id} AND ${MEMBERSHIP.userId} = $1
    WHERE ${ORGANIZATION.deletedAt} IS NULL ORDER BY ${ORGANIZATION.id} FOR NO KEY UPDATE OF o`);
const ORGANIZATIONS_OF_USER = new UnscopedStatement(
  MEMBERS_REASON,
  `SELECT ${ORGANIZATION.id} FROM organizations o
   JOIN memberships m ON ${MEMBERSHIP.organizationId} = ${ORGANIZATION.id} AND ${MEMBERSHIP.userId} = $1
   WHERE ${ORGANIZATION.deletedAt} IS NULL`,
);
const WITHOUT_ANOTHER_ADMIN = new UnscopedStatement(
  MEMBERS_REASON,
  `SELECT ${ORGANIZATION.id} FROM ${MEMBERS}
   JOIN organizations o ON ${ORGANIZATION.id} = ${MEMBERSHIP.organizationId} AND ${ORGANIZATION.deletedAt} IS NULL
   WHERE ${MEMBERSHIP.userId} = $1 AND ${ACTIVE_ADMIN} AND NOT EXISTS (
     SELECT 1 FROM memberships other JOIN users x ON ${OTHER_USER.id} = ${OTHER_MEMBERSHIP.userId}
     WHERE ${OTHER_MEMBERSHIP.organizationId} = ${ORGANIZATION.id} AND ${OTHER_MEMBERSHIP.userId} <> $1
       AND ${OTHER_MEMBERSHIP.role} = '${ADMIN}' AND ${OTHER_MEMBERSHIP.status} = 'active'
       AND ${OTHER_USER.status} = 'active')
   LIMIT 1`,
);
const DELETE_OF_USER = new ScopedStatement(
  `DELETE FROM memberships WHERE ${BARE_MEMBERSHIP.organizationId} = $1 AND ${BARE_MEMBERSHIP.userId} = $2`,
);
const RENAME_ROLE = new ScopedStatement(
  `UPDATE memberships SET ${BARE_MEMBERSHIP.role} = $3, ${BARE_MEMBERSHIP.updatedAt} = $4
   WHERE ${BARE_MEMBERSHIP.organizationId} = $1 AND ${BARE_MEMBERSHIP.role} = $2`,
);

// Locked, so that of concurrent changes of the user and their role the later shows both.
const OF_USER = named<
  MemberRow & Pick<Membership, 'organizationId'>
>(`SELECT ${ORGANIZATION.id} AS "organizationId", ${MEMBER.columns} FROM ${MEMBERS}
    JOIN organizations o ON ${ORGANIZATION.id} = ${MEMBERSHIP.organizationId} AND ${ORGANIZATION.deletedAt} IS NULL
    WHERE ${MEMBERSHIP.userId} = $1 ORDER BY ${MEMBERSHIP.organizationId} FOR SHARE OF m`);

const ADMINS_AMONG = new UnscopedStatement(
  MEMBERS_REASON,
  `SELECT DISTINCT ${MEMBERSHIP.userId} AS "userId" FROM memberships m
   JOIN organizations o ON ${ORGANIZATION.id} = ${MEMBERSHIP.organizationId} AND ${ORGANIZATION.deletedAt} IS NULL
   WHERE ${MEMBERSHIP.userId} = ANY ($1::uuid[]) AND ${MEMBERSHIP.role} = '${ADMIN}'
     AND ${MEMBERSHIP.status} = 'active'`,
);

/** How to reach a member. */
export interface MemberPerson {
  name: string;
  email: string;
}

/** Thrown to release the locks. */
class JoinedMeanwhile extends Error {}

/** All queries of the members of the organization in scope. */
@Injectable()
export class MembersRepository extends ScopedRepository<Membership> {
  constructor() {
    super(Membership);
  }

  find(id: string): Promise<MemberView | null> {
    return isId(id) ? this.database.unscopedRow(FIND, currentOrganizationId(), id) : Promise.resolve(null);
  }

  findByUser(userId: string): Promise<MemberView | null> {
    return this.database.unscopedRow(FIND_BY_USER, currentOrganizationId(), userId);
  }

  /** How to reach an active member; a malformed id is unknown. */
  contactOf(userId: string): Promise<MemberPerson | null> {
    if (!isId(userId)) return Promise.resolve(null);
    return this.database.unscopedRow<MemberPerson>(ACTIVE_PERSON, currentOrganizationId(), userId);
  }

  list(query: MembersQuery): Promise<{ rows: MemberView[]; total: number }> {
    const filters: ListFilter[] = [{ sql: `${MEMBERSHIP.organizationId} = ?`, values: [currentOrganizationId()] }];
    if (query.q) filters.push(searched(USER.search, query.q));
    if (query.role) filters.push({ sql: `${MEMBERSHIP.role} = ?`, values: [query.role] });
    if (query.status) filters.push(isOneOf(STATUS, query.status));
    const order = { by: query.sortBy ?? 'joinedAt', direction: query.sortDir ?? 'asc' };
    return this.database.unscopedList(LIST, filters, order, query);
  }

  /** Whether a user has a membership in an organization, suspended or not. */
  async isKnown(organizationId: string, userId: string): Promise<boolean> {
    return (await this.database.unscopedRow(IS_KNOWN, organizationId, userId)) !== null;
  }

  /** Deletes a user's membership in the organization in scope; says how many there were. */
  async deleteOfUser(userId: string): Promise<number> {
    return (await this.unitOfWork.write(DELETE_OF_USER, userId)).rowCount ?? 0;
  }

  /** Inserts a membership into the organization that it names. */
  async add(membership: Membership): Promise<void> {
    await this.unitOfWork.insert(Membership, membership);
  }

  /** Whether the organization has an active Admin besides this user. */
  async hasAnotherAdmin(userId: string): Promise<boolean> {
    return (await this.database.unscopedRow(ANOTHER_ADMIN, currentOrganizationId(), userId)) !== null;
  }

  /** Which of these users have the role named Admin in any organization. */
  async adminsAmong(userIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.unscopedRows<{ userId: string }>(ADMINS_AMONG, userIds);
    return rows.map(({ userId }) => userId);
  }

  async anyHas(role: string): Promise<boolean> {
    return (await this.database.row(ANY_OF_ROLE, role)) !== null;
  }

  ofRole(role: string): Promise<MemberView[]> {
    return this.database.unscopedRows(OF_ROLE, currentOrganizationId(), role);
  }

  /** The members besides a user who are not suspended in the organization. */
  activeBesides(userId: string): Promise<MemberView[]> {
    return this.database.unscopedRows(OTHERS, currentOrganizationId(), userId);
  }

  /** The memberships of a user in all organizations, locked until the unscoped unit of work ends. */
  async ofUser(userId: string): Promise<(MemberView & { organizationId: string })[]> {
    return (await this.unitOfWork.writeUnscoped(OF_USER, userId)).rows;
  }

  /** Gives everybody who has the role `from` the role `to`. */
  async renameRole(from: string, to: string, now: Date): Promise<void> {
    await this.unitOfWork.write(RENAME_ROLE, from, to, now);
  }

  /**
   * Locks every organization that a user is a member of, then the user, in an unscoped unit of work. Organizations are
   * always locked before users, so one that the user has joined meanwhile can't be locked afterwards: then all
   * locks are released.
   *
   * @returns whether all of the user's organizations are locked
   */
  async lockOrganizationsAndUser(userId: string, lockUser: () => Promise<unknown>): Promise<boolean> {
    try {
      await this.unitOfWork.current.savepoint(async () => {
        const locked = await this.unitOfWork.writeUnscoped<{ id: string }>(LOCK_ORGANIZATIONS_OF_USER, userId);
        await lockUser();
        const now = await this.database.unscopedRows<{ id: string }>(ORGANIZATIONS_OF_USER, userId);
        const ids = new Set(locked.rows.map(({ id }) => id));
        if (!now.every(({ id }) => ids.has(id))) throw new JoinedMeanwhile();
      });
      return true;
    } catch (error) {
      if (error instanceof JoinedMeanwhile) return false;
      throw error;
    }
  }

  /** Whether some organization has no other active Admin than this user; in an unscoped unit of work. */
  async isLastAdminSomewhere(userId: string): Promise<boolean> {
    return (await this.database.unscopedRow(WITHOUT_ANOTHER_ADMIN, userId)) !== null;
  }
}
