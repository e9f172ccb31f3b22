import { Injectable } from '@nestjs/common';
import { isOneOf, searched, type ListFilter, type UnscopedListShape } from '../../../platform/tenancy/list-statements';
import { findUnscoped } from '../../../platform/tenancy/statement';
import { columnsOf, select } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { PlatformUsersQuery, PlatformUserView, UserOrganizationView } from './platform-users.dto';
import { User } from './user.entity';
import { USER_SORT_COLUMNS, USERS_REASON } from './users.repository';
import { Organization } from '../organizations/organization.entity';
import { Membership } from '../members/membership.entity';

const ORGANIZATION = columnsOf(Organization, 'o');
const MEMBERSHIP = columnsOf(Membership, 'm');
const USER_COLUMN = columnsOf(User, 'u');

const ORGANIZATIONS = `(
  SELECT coalesce(json_agg(json_build_object('id', ${ORGANIZATION.id}, 'name', ${ORGANIZATION.name},
    'role', ${MEMBERSHIP.role}, 'status', ${ORGANIZATION.status})
    ORDER BY ${ORGANIZATION.search}, ${ORGANIZATION.id}), '[]')
  FROM memberships m
    JOIN organizations o ON ${ORGANIZATION.id} = ${MEMBERSHIP.organizationId} AND ${ORGANIZATION.deletedAt} IS NULL
  WHERE ${MEMBERSHIP.userId} = ${USER_COLUMN.id}
) AS organizations`;
const USER = select(
  User,
  'u',
  'id',
  'name',
  'email',
  'phone',
  'status',
  'superAdmin',
  'lastSignInAt',
  'erasedAt',
  'createdAt',
  'updatedAt',
).and<{ emailConfirmedAt: string | null; organizations: UserOrganizationView[] }>(
  `${USER_COLUMN.emailProvenAt} AS "emailConfirmedAt", ${ORGANIZATIONS}`,
);

const BY_ID = findUnscoped(USERS_REASON, USER);
const LIST: UnscopedListShape<PlatformUserView> = { ...USER, reason: USERS_REASON, sorts: USER_SORT_COLUMNS };

/** All queries of users as operators see them. */
@Injectable()
export class PlatformUsersRepository {
  constructor(private readonly database: TenantDatabase) {}

  find(id: string): Promise<PlatformUserView | null> {
    return this.database.unscopedRow(BY_ID, id);
  }

  list(query: PlatformUsersQuery): Promise<{ rows: PlatformUserView[]; total: number }> {
    const filters: ListFilter[] = [];
    if (query.q) filters.push(searched(USER_COLUMN.search, query.q));
    if (query.status) filters.push(isOneOf(USER_COLUMN.status, query.status));
    if (query.superAdmin !== undefined)
      filters.push({ sql: `${USER_COLUMN.superAdmin} = ?`, values: [query.superAdmin] });
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' };
    return this.database.unscopedList(LIST, filters, order, query);
  }
}
