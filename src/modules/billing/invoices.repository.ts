import { Injectable } from '@nestjs/common';
import type { ListFilter, ListShape } from '../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { Invoice } from './invoice.entity';
import type { InvoiceRow, InvoicesQuery } from './invoices.dto';

// "total" is renamed: in a list's rows that name belongs to the number of all records.
const COLUMNS = `i.id, i.number, i.status, i.customer_name AS "customerName", i.plan_id AS "planId",
  i.billing_interval AS "interval", i.period_start AS "periodStart", i.period_end AS "periodEnd", i.timezone, i.currency,
  i.subtotal, i.discount, i.total AS "totalAmount", i.coupon_code AS "couponCode", i.lines, i.issued_at AS "issuedAt", i.due_at AS "dueAt",
  i.paid_at AS "paidAt", i.created_at AS "createdAt", i.updated_at AS "updatedAt"`;

const FIND = new ScopedStatement(`SELECT ${COLUMNS} FROM invoices i WHERE i.organization_id = $1 AND i.id = $2`);

const NOT_PAID_FOR = new ScopedStatement(
  `SELECT ${COLUMNS} FROM invoices i
   WHERE i.organization_id = $1 AND i.subscription_id = $2 AND i.period_start = $3
     AND (i.status = 'open' OR i.status = 'paid' AND i.total = 0 AND i.coupon_code IS NOT NULL)`,
);

const FIRST_VOIDED = new ScopedStatement(
  `SELECT i.period_start AS "periodStart" FROM invoices i
   WHERE i.organization_id = $1 AND i.status = 'void' AND i.period_start > $2 ORDER BY i.period_start LIMIT 1`,
);

const NEXT_NUMBER = new ScopedStatement(
  `UPDATE billing_accounts SET last_invoice_number = last_invoice_number + 1 WHERE organization_id = $1
   RETURNING last_invoice_number AS number`,
);

const LIST: ListShape = {
  columns: COLUMNS,
  from: 'invoices i',
  organization: 'i.organization_id',
  id: 'i.id',
  sorts: { number: 'i.number', issuedAt: 'i.issued_at', dueAt: 'i.due_at' },
};

/** All queries of invoices. */
@Injectable()
export class InvoicesRepository extends ScopedRepository<Invoice> {
  constructor() {
    super(Invoice);
  }

  find(id: string): Promise<InvoiceRow | null> {
    return this.byId<InvoiceRow>(FIND, id);
  }

  /** The invoice of a period if nothing has been paid for it, because it is open or a coupon made it free; else null. */
  withoutPayment(subscriptionId: string, periodStart: string): Promise<InvoiceRow | null> {
    return this.database.row<InvoiceRow>(NOT_PAID_FOR, subscriptionId, periodStart);
  }

  list(query: InvoicesQuery): Promise<{ rows: InvoiceRow[]; total: number }> {
    const filters: ListFilter[] = query.status ? [{ sql: 'i.status = ?', values: [query.status] }] : [];
    const order = { by: query.sortBy ?? 'number', direction: query.sortDir ?? 'desc' };
    return this.database.list<InvoiceRow>(LIST, filters, order, query);
  }

  /** When the first period after `moment` with a void invoice began; null without any. */
  async firstVoidedSince(moment: Date): Promise<string | null> {
    return (await this.database.row<{ periodStart: string }>(FIRST_VOIDED, moment))?.periodStart ?? null;
  }

  /** The organization's next number, in the caller's unit of work, which has its billing locked. */
  async takeNumber(): Promise<number> {
    return (await this.unitOfWork.write<{ number: number }>(NEXT_NUMBER)).rows[0]!.number;
  }
}
