import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import type { Period } from '../../../kernel/period';
import {
  isOneOf,
  type ListFilter,
  type ListOrder,
  type UnscopedListShape,
} from '../../../platform/tenancy/list-statements';
import { AuditRecord } from '../../../platform/audit/audit-record.entity';
import { findById } from '../../../platform/tenancy/statement';
import { columnsOf, selectAll, type RowOf } from '../../../platform/database/table';
import { PersonalValues } from '../../../platform/audit/personal-values';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { AuditLogRow } from './audit-logs.dto';

const COLUMN = columnsOf(AuditRecord, 'r');

const RECORD = selectAll(AuditRecord, 'r');
const OWN = { ...RECORD, sorts: { occurredAt: COLUMN.occurredAt } };
const ALL: UnscopedListShape<RowOf<typeof RECORD>> = {
  ...OWN,
  reason: 'Super Admins read the audit log of the whole platform',
};

const FIND = findById(RECORD);

/** Which records a list shows; the period is of when they occurred. */
interface AuditLogFilter extends Period {
  actions?: readonly string[];
  actorId?: string;
  targetType?: string;
  targetId?: string;
}

type Listed = Promise<{ rows: AuditLogRow[]; total: number }>;

/** All queries that read audit records. */
@Injectable()
export class AuditLogsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly values: PersonalValues,
  ) {}

  /** Records of the organization in scope. */
  async list(filter: AuditLogFilter, order: ListOrder, page: PageRequest): Listed {
    const listed = await this.database.list(OWN, filtersOf(filter), order, page);
    await this.values.open(listed.rows);
    return listed;
  }

  /** Records of all organizations and of the platform. */
  async listAll(filter: AuditLogFilter, order: ListOrder, page: PageRequest): Listed {
    const listed = await this.database.unscopedList(ALL, filtersOf(filter), order, page);
    await this.values.openOfAll(listed.rows);
    return listed;
  }

  /** @param id well formed */
  async find(id: string): Promise<AuditLogRow | null> {
    const row = await this.database.row(FIND, id);
    if (row !== null) await this.values.open([row]);
    return row;
  }
}

function filtersOf(filter: AuditLogFilter): ListFilter[] {
  const filters: ListFilter[] = [];
  if (filter.actions) filters.push({ ...isOneOf(COLUMN.action, filter.actions), scans: true });
  if (filter.actorId) filters.push({ sql: `${COLUMN.actorId} = ?`, values: [filter.actorId], scans: true });
  if (filter.targetType) filters.push({ sql: `${COLUMN.targetType} = ?`, values: [filter.targetType], scans: true });
  if (filter.targetId) filters.push({ sql: `${COLUMN.targetId} = ?`, values: [filter.targetId] });
  if (filter.from) filters.push({ sql: `${COLUMN.occurredAt} >= ?`, values: [filter.from] });
  if (filter.to) filters.push({ sql: `${COLUMN.occurredAt} <= ?`, values: [filter.to] });
  return filters;
}
