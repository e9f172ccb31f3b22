import { Injectable } from '@nestjs/common';
import { emailKey } from '../../../kernel/email';
import { isId, newId } from '../../../kernel/ids';
import { currentOrganizationId } from '../../../platform/context/request-context';
import type { ListFilter } from '../../../platform/tenancy/list-statements';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { columnList, columnsOf, selectAllBut } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { NotificationSuppression } from './notification-suppression.entity';
import type { SuppressionsQuery, SuppressionView } from './suppressions.dto';

const BARE_NOTIFICATION_SUPPRESSION = columnsOf(NotificationSuppression);
const NOTIFICATION_SUPPRESSION = columnsOf(NotificationSuppression, 's');

const SUPPRESSION = selectAllBut(NotificationSuppression, 's', 'organizationId', 'addressKey');
const LIST = { ...SUPPRESSION, sorts: { createdAt: NOTIFICATION_SUPPRESSION.createdAt } };

const FIND = findById(SUPPRESSION);
const BY_ADDRESS = new ScopedStatement(
  `SELECT ${NOTIFICATION_SUPPRESSION.id} FROM notification_suppressions s
   WHERE ${NOTIFICATION_SUPPRESSION.organizationId} = $1
     AND ${NOTIFICATION_SUPPRESSION.addressKey} IN ($2, suppression_hash($1, $2)) LIMIT 1`,
);
const AMONG = new ScopedStatement<{ key: string }>(
  `SELECT given.key FROM unnest($2::text[]) AS given (key) CROSS JOIN LATERAL (
     SELECT FROM notification_suppressions WHERE ${BARE_NOTIFICATION_SUPPRESSION.organizationId} = $1
       AND ${BARE_NOTIFICATION_SUPPRESSION.addressKey} IN (given.key, suppression_hash($1, given.key)) LIMIT 1
   ) AS suppression`,
);
const INSERT = new ScopedStatement<Pick<NotificationSuppression, 'id'>>(
  `INSERT INTO notification_suppressions
     (${columnList(NotificationSuppression, 'organizationId', 'id', 'address', 'addressKey', 'createdAt')},
       ${columnList(NotificationSuppression, 'updatedAt')})
   VALUES ($1, $2, $3, $4, $5, $5)
   ON CONFLICT (${columnList(NotificationSuppression, 'organizationId', 'addressKey')}) DO NOTHING
   RETURNING ${BARE_NOTIFICATION_SUPPRESSION.id}`,
);
const LOCK = new ScopedStatement(
  `SELECT ${BARE_NOTIFICATION_SUPPRESSION.id} FROM notification_suppressions
   WHERE ${BARE_NOTIFICATION_SUPPRESSION.organizationId} = $1 AND ${BARE_NOTIFICATION_SUPPRESSION.id} = $2
   FOR UPDATE`,
);

/** The addresses that want no more e-mail from the organization in scope. */
@Injectable()
export class SuppressionsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** One page, newest first. */
  list(query: SuppressionsQuery): Promise<{ rows: SuppressionView[]; total: number }> {
    const filters: ListFilter[] = [];
    if (query.address)
      filters.push({ sql: `${NOTIFICATION_SUPPRESSION.addressKey} = ?`, values: [emailKey(query.address)] });
    return this.database.list(LIST, filters, { by: 'createdAt', direction: 'desc' }, query);
  }

  find(id: string): Promise<SuppressionView | null> {
    return isId(id) ? this.database.row(FIND, id) : Promise.resolve(null);
  }

  async has(address: string): Promise<boolean> {
    return (await this.database.row(BY_ADDRESS, emailKey(address))) !== null;
  }

  /** Which of these addresses, by their keys, want none. */
  async among(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = keys.length === 0 ? [] : await this.database.rows(AMONG, keys);
    return new Set(rows.map(({ key }) => key));
  }

  /** Adds an address. @returns the new record's id, or null when the address was there already */
  async add(address: string, now: Date): Promise<string | null> {
    const values = [newId(), address, emailKey(address), now];
    const { rows } = await this.unitOfWork.write(INSERT, ...values);
    return rows[0]?.id ?? null;
  }

  /** Locks a record until the unit of work ends; says whether there is one. */
  async lock(id: string): Promise<boolean> {
    return (await this.unitOfWork.write(LOCK, id)).rows.length > 0;
  }

  async delete(id: string): Promise<void> {
    await this.unitOfWork.delete(NotificationSuppression, { organizationId: currentOrganizationId(), id });
  }
}
