import { Injectable } from '@nestjs/common';
import { onlyRow } from '../../../platform/database/only-row';
import { isOneOf, type ListFilter } from '../../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAllBut, type RowOf } from '../../../platform/database/table';
import { Invoice } from './invoice.entity';
import type { InvoiceRow, InvoicesQuery } from './invoices.dto';

const COLUMN = columnsOf(Invoice, 'i');

// "total" is renamed: in a list's rows that name belongs to the number of all records.
const INVOICE = selectAllBut(Invoice, 'i', 'organizationId', 'subscriptionId', 'total').and<{ totalAmount: string }>(
  'i.total AS "totalAmount"',
);
type StoredInvoice = RowOf<typeof INVOICE>;

const FIND = findById(INVOICE);

const NOT_PAID_FOR = new ScopedStatement<StoredInvoice>(
  `SELECT ${INVOICE.columns} FROM ${INVOICE.from}
   WHERE i.organization_id = $1 AND i.subscription_id = $2 AND i.period_start = $3
     AND (i.status = 'open' OR i.status = 'paid' AND i.total = 0 AND i.coupon_code IS NOT NULL)`,
);

const FIRST_VOIDED = new ScopedStatement<Pick<StoredInvoice, 'periodStart'>>(
  `SELECT i.period_start AS "periodStart" FROM invoices i
   WHERE i.organization_id = $1 AND i.status = 'void' AND i.period_start > $2 ORDER BY i.period_start LIMIT 1`,
);

const NEXT_NUMBER = new ScopedStatement<Pick<Invoice, 'number'>>(
  `UPDATE billing_accounts SET last_invoice_number = last_invoice_number + 1 WHERE organization_id = $1
   RETURNING last_invoice_number AS number`,
);

const LIST = {
  ...INVOICE,
  sorts: { number: COLUMN.number, issuedAt: COLUMN.issuedAt, dueAt: COLUMN.dueAt },
};

/** All queries of invoices. */
@Injectable()
export class InvoicesRepository extends ScopedRepository<Invoice> {
  constructor() {
    super(Invoice);
  }

  find(id: string): Promise<InvoiceRow | null> {
    return this.byId(FIND, id);
  }

  /** The invoice of a period if nothing has been paid for it, because it is open or a coupon made it free; else null. */
  withoutPayment(subscriptionId: string, periodStart: string): Promise<InvoiceRow | null> {
    return this.database.row(NOT_PAID_FOR, subscriptionId, periodStart);
  }

  list(query: InvoicesQuery): Promise<{ rows: InvoiceRow[]; total: number }> {
    const filters: ListFilter[] = query.status ? [isOneOf(COLUMN.status, query.status)] : [];
    const order = { by: query.sortBy ?? 'number', direction: query.sortDir ?? 'desc' };
    return this.database.list(LIST, filters, order, query);
  }

  /** When the first period after `moment` with a void invoice began; null without any. */
  async firstVoidedSince(moment: Date): Promise<string | null> {
    return (await this.database.row(FIRST_VOIDED, moment))?.periodStart ?? null;
  }

  /** The organization's next number, in the caller's unit of work, which has its billing locked. */
  async takeNumber(): Promise<number> {
    return onlyRow(await this.unitOfWork.write(NEXT_NUMBER)).number;
  }
}
