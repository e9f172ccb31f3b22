import { Injectable } from '@nestjs/common';
import { emailKey } from '../../../kernel/email';
import { named } from '../../../platform/database/named';
import { Signals } from '../../../platform/signals/signals';
import { isOneOf, searched, type ListFilter, type UnscopedListShape } from '../../../platform/tenancy/list-statements';
import { findUnscoped, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAllBut, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { User } from './user.entity';
import type { UsersQuery } from './users.dto';
import { Membership } from '../members/membership.entity';

const MEMBERSHIP = columnsOf(Membership, 'm');
const BARE_USER = columnsOf(User);
const USER_COLUMN = columnsOf(User, 'u');

export const USERS_REASON = 'users belong to no organization';
/** The signal that a user has another name; its payload is their id. */
export const USER_NAME_CHANGED = 'user-name';
const USER = selectAllBut(User, 'u', 'emailKey', 'search', 'lastOrganizationId');
const MEMBER = USER.and<{ role: string }>(MEMBERSHIP.role).joined(
  `memberships m JOIN users u ON ${USER_COLUMN.id} = ${MEMBERSHIP.userId}`,
);

/** A user as the repository reads them. */
export type UserRow = RowOf<typeof USER>;

/** A user with their role in the organization at hand. */
type MemberRow = RowOf<typeof MEMBER>;

const BY_ID = findUnscoped(USERS_REASON, USER);
const BY_EMAIL = new UnscopedStatement<UserRow>(
  USERS_REASON,
  `SELECT ${USER.columns} FROM ${USER.from} WHERE ${USER_COLUMN.emailKey} = $1 AND ${USER_COLUMN.erasedAt} IS NULL`,
);
const MEMBER_BY_ID = new UnscopedStatement<MemberRow>(
  USERS_REASON,
  `SELECT ${MEMBER.columns} FROM ${MEMBER.from} WHERE ${MEMBERSHIP.organizationId} = $1 AND ${USER_COLUMN.id} = $2`,
);
const ANY_SUPER_ADMIN = new UnscopedStatement(
  USERS_REASON,
  `SELECT ${BARE_USER.id} FROM users WHERE ${BARE_USER.superAdmin} LIMIT 1`,
);
const ANOTHER_SUPER_ADMIN = new UnscopedStatement(
  USERS_REASON,
  `SELECT ${BARE_USER.id} FROM users
   WHERE ${BARE_USER.superAdmin} AND ${BARE_USER.status} = 'active' AND ${BARE_USER.id} <> $1 LIMIT 1`,
);

/** What lists of users can be sorted by. */
export const USER_SORT_COLUMNS = {
  name: USER_COLUMN.search,
  email: USER_COLUMN.emailKey,
  createdAt: USER_COLUMN.createdAt,
};
const LIST: UnscopedListShape<MemberRow> = { ...MEMBER, reason: USERS_REASON, sorts: USER_SORT_COLUMNS };

// Not FOR UPDATE: rows that refer to the user can still be written meanwhile.
const LOCK = named(`SELECT ${BARE_USER.id} FROM users WHERE ${BARE_USER.id} = $1 FOR NO KEY UPDATE`);
const LOCK_SHARED = named<UserRow>(
  `SELECT ${USER.columns} FROM ${USER.from} WHERE ${USER_COLUMN.id} = ANY ($1::uuid[]) ORDER BY ${USER_COLUMN.id}
   FOR SHARE`,
);
const LOCK_SUPER_ADMINS = named(`SELECT pg_advisory_xact_lock(hashtextextended('super-admins', 0))`);
const SIGN_IN = named(`UPDATE users SET ${BARE_USER.lastSignInAt} = $2, ${BARE_USER.lastOrganizationId} = $3
    WHERE ${BARE_USER.id} = $1 AND ${BARE_USER.status} = 'active' AND ${BARE_USER.passwordHash} = $4`);

/** All queries of users. Writes happen inside an unscoped unit of work. */
@Injectable()
export class UsersRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
  ) {}

  find(id: string): Promise<UserRow | null> {
    return this.database.unscopedRow(BY_ID, id);
  }

  /** Finds a user by e-mail address, in any case; the made-up ones of erased users reach nobody. */
  findByEmail(email: string): Promise<UserRow | null> {
    return this.database.unscopedRow(BY_EMAIL, emailKey(email));
  }

  /** A member of an organization. */
  findMember(organizationId: string, id: string): Promise<MemberRow | null> {
    return this.database.unscopedRow(MEMBER_BY_ID, organizationId, id);
  }

  /** One page of an organization's members. */
  listMembers(organizationId: string, query: UsersQuery): Promise<{ rows: MemberRow[]; total: number }> {
    const filters: ListFilter[] = [{ sql: `${MEMBERSHIP.organizationId} = ?`, values: [organizationId] }];
    if (query.q) filters.push(searched(USER_COLUMN.search, query.q));
    if (query.status) filters.push(isOneOf(USER_COLUMN.status, query.status));
    if (query.role) filters.push({ sql: `${MEMBERSHIP.role} = ?`, values: [query.role] });
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' };
    return this.database.unscopedList(LIST, filters, order, query);
  }

  async hasSuperAdmin(): Promise<boolean> {
    return (await this.database.unscopedRow(ANY_SUPER_ADMIN)) !== null;
  }

  /** Whether there is an active Super Admin besides this user. */
  async hasAnotherSuperAdmin(id: string): Promise<boolean> {
    return (await this.database.unscopedRow(ANOTHER_SUPER_ADMIN, id)) !== null;
  }

  /** Serializes, over all replicas, everything that could take the last Super Admin away. */
  async lockSuperAdmins(): Promise<void> {
    await this.unitOfWork.writeUnscoped(LOCK_SUPER_ADMINS);
  }

  /** Locks a user until the unit of work ends; says whether there is one. */
  async lock(id: string): Promise<boolean> {
    return (await this.unitOfWork.writeUnscoped(LOCK, id)).rows.length > 0;
  }

  /** Users, locked against changes until the unit of work ends. */
  async lockShared(ids: readonly string[]): Promise<UserRow[]> {
    return (await this.unitOfWork.writeUnscoped(LOCK_SHARED, ids)).rows;
  }

  async insert(user: User): Promise<void> {
    await this.unitOfWork.insert(User, user);
  }

  async update(id: string, changes: Partial<User>): Promise<void> {
    await this.unitOfWork.update(User, { id }, changes);
    if (changes.name !== undefined) this.signals.send(USER_NAME_CHANGED, id);
  }

  /** Records a sign-in unless the user is suspended or has got another password; says whether it did. */
  async signIn({ id, passwordHash }: UserRow, at: Date, organizationId: string): Promise<boolean> {
    const values = [id, at, organizationId, passwordHash];
    return ((await this.unitOfWork.writeUnscoped(SIGN_IN, ...values)).rowCount ?? 0) > 0;
  }
}
