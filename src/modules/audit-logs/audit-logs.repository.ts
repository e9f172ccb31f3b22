import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../kernel/page';
import type { Period } from '../../kernel/period';
import type { ListFilter, ListOrder, ListShape, UnscopedListShape } from '../../platform/tenancy/list-statements';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import type { AuditLogRow } from './audit-logs.dto';

const COLUMNS = `r.id, r.organization_id AS "organizationId", r.action, r.occurred_at AS "occurredAt",
  r.actor_type AS "actorType", r.actor_id AS "actorId", r.actor_name AS "actorName",
  r.impersonator_id AS "impersonatorId", r.impersonator_email AS "impersonatorEmail", r.target_type AS "targetType",
  r.target_id AS "targetId", r.changes, r.ip, r.user_agent AS "userAgent", r.request_id AS "requestId"`;

const SHAPE = { columns: COLUMNS, from: 'audit_records r', id: 'r.id', sorts: { occurredAt: 'r.occurred_at' } };
const OWN: ListShape = { ...SHAPE, organization: 'r.organization_id' };
const ALL: UnscopedListShape = { ...SHAPE, reason: 'Super Admins read the audit log of the whole platform' };

const FIND = new ScopedStatement(`SELECT ${COLUMNS} FROM audit_records r WHERE r.organization_id = $1 AND r.id = $2`);

/** Which records a list shows; the period is of when they occurred. */
interface AuditLogFilter extends Period {
  action?: string;
  actorId?: string;
  targetType?: string;
  targetId?: string;
}

type Listed = Promise<{ rows: AuditLogRow[]; total: number }>;

/** All queries that read audit records. */
@Injectable()
export class AuditLogsRepository {
  constructor(private readonly database: TenantDatabase) {}

  /** Records of the organization in scope. */
  list(filter: AuditLogFilter, order: ListOrder, page: PageRequest): Listed {
    return this.database.list<AuditLogRow>(OWN, filtersOf(filter), order, page);
  }

  /** Records of all organizations and of the platform. */
  listAll(filter: AuditLogFilter, order: ListOrder, page: PageRequest): Listed {
    return this.database.unscopedList<AuditLogRow>(ALL, filtersOf(filter), order, page);
  }

  /** @param id well formed */
  find(id: string): Promise<AuditLogRow | null> {
    return this.database.row<AuditLogRow>(FIND, id);
  }
}

function filtersOf(filter: AuditLogFilter): ListFilter[] {
  const filters: ListFilter[] = [];
  if (filter.action) filters.push({ sql: 'r.action = ?', values: [filter.action], scans: true });
  if (filter.actorId) filters.push({ sql: 'r.actor_id = ?', values: [filter.actorId], scans: true });
  if (filter.targetType) filters.push({ sql: 'r.target_type = ?', values: [filter.targetType], scans: true });
  if (filter.targetId) filters.push({ sql: 'r.target_id = ?', values: [filter.targetId] });
  if (filter.from) filters.push({ sql: 'r.occurred_at >= ?', values: [filter.from] });
  if (filter.to) filters.push({ sql: 'r.occurred_at <= ?', values: [filter.to] });
  return filters;
}
