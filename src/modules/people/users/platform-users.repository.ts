import { Injectable } from '@nestjs/common';
import { isOneOf, searched, type ListFilter, type UnscopedListShape } from '../../../platform/tenancy/list-statements';
import { findUnscoped } from '../../../platform/tenancy/statement';
import { columnsOf, select } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { PlatformUsersQuery, PlatformUserView, UserOrganizationView } from './platform-users.dto';
import { User } from './user.entity';
import { USER_SORT_COLUMNS, USERS_REASON } from './users.repository';

const COLUMN = columnsOf(User, 'u');

const ORGANIZATIONS = `(
  SELECT coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'role', m.role, 'status', o.status)
    ORDER BY o.search, o.id), '[]')
  FROM memberships m JOIN organizations o ON o.id = m.organization_id AND o.deleted_at IS NULL
  WHERE m.user_id = u.id
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
  `u.email_proven_at AS "emailConfirmedAt", ${ORGANIZATIONS}`,
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
    if (query.q) filters.push(searched(COLUMN.search, query.q));
    if (query.status) filters.push(isOneOf(COLUMN.status, query.status));
    if (query.superAdmin !== undefined) filters.push({ sql: `${COLUMN.superAdmin} = ?`, values: [query.superAdmin] });
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' };
    return this.database.unscopedList(LIST, filters, order, query);
  }
}
