import { Injectable } from '@nestjs/common';
import { searchText } from '../../../kernel/search-text';
import { searched, type ListFilter, type ListShape } from '../../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { Role } from './role.entity';
import type { RolesQuery, RoleView } from './roles.dto';
import { SYSTEM_ROLE_VIEWS } from './system-roles';
import { columnsOf } from '../../../platform/database/table';

const ROLE = columnsOf(Role, 'own');
const BARE_ROLE = columnsOf(Role);

const COLUMNS = `r.id, r.name, r.description, r.permissions, r.system, r.created_at AS "createdAt",
  r.updated_at AS "updatedAt"`;

const OWN = `SELECT ${BARE_ROLE.organizationId}, ${BARE_ROLE.id}, ${BARE_ROLE.name}, ${BARE_ROLE.search},
      ${BARE_ROLE.description}, ${BARE_ROLE.permissions}, false AS system, ${BARE_ROLE.createdAt},
      ${BARE_ROLE.updatedAt}
  FROM roles`;

/** Each name once: an organization's own role stands before the system role of that name. */
const IN_FORCE = `(
  ${OWN} UNION ALL
  SELECT $1::uuid, s.id, s.name, s.search, s.description, s.permissions, true, s.since, s.since
  FROM (VALUES ${SYSTEM_ROLE_VIEWS.map(({ id, name, description, permissions, createdAt }) => {
    const permissionList = `'{${permissions.join(',')}}'::text[]`;
    return `('${id}'::uuid, '${name}', '${searchText(name)}' COLLATE "C", '${description}', ${permissionList}, '${createdAt}'::timestamptz(3))`;
  }).join(', ')}) AS s (id, name, search, description, permissions, since)
  WHERE NOT EXISTS (SELECT 1 FROM roles own WHERE ${ROLE.organizationId} = $1 AND ${ROLE.name} = s.name)
) r`;

const FIND = new ScopedStatement(`SELECT ${COLUMNS} FROM (${OWN}) r WHERE r.organization_id = $1 AND r.id = $2`);
const FIND_BY_NAME = new ScopedStatement(
  `SELECT ${COLUMNS} FROM (${OWN}) r WHERE r.organization_id = $1 AND r.name = $2`,
);
const LIST: ListShape = {
  columns: COLUMNS,
  from: IN_FORCE,
  organization: 'r.organization_id',
  id: 'r.id',
  sorts: { name: 'r.search', createdAt: 'r.created_at' },
};

/** All queries of the roles of the organization in scope. */
@Injectable()
export class RolesRepository extends ScopedRepository<Role> {
  constructor() {
    super(Role);
  }

  list(query: RolesQuery): Promise<{ rows: RoleView[]; total: number }> {
    const filters: ListFilter[] = [];
    if (query.q) filters.push(searched('r.search', query.q));
    const order = { by: query.sortBy ?? 'name', direction: query.sortDir ?? 'asc' };
    return this.database.list<RoleView>(LIST, filters, order, query);
  }

  /** An own role. */
  find(id: string): Promise<RoleView | null> {
    return this.byId<RoleView>(FIND, id);
  }

  /** The own role of this name. */
  findByName(name: string): Promise<RoleView | null> {
    return this.database.row<RoleView>(FIND_BY_NAME, name);
  }
}
