import { Injectable } from '@nestjs/common';
import { onlyRow } from '../../../platform/database/only-row';
import { isOneOf, type ListFilter } from '../../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAllBut, type RowOf } from '../../../platform/database/table';
import { BillingAccount } from './billing-account.entity';
import { Invoice } from './invoice.entity';
import type { InvoiceRow, InvoicesQuery } from './invoices.dto';

const INVOICE = columnsOf(Invoice, 'i');
const BILLING_ACCOUNT = columnsOf(BillingAccount);

// "total" is renamed: in a list's rows that name belongs to the number of all records.
const INVOICE_ROW = selectAllBut(Invoice, 'i', 'organizationId', 'subscriptionId', 'total').and<{
  totalAmount: string;
}>(`${INVOICE.total} AS "totalAmount"`);
type StoredInvoice = RowOf<typeof INVOICE_ROW>;

const FIND = findById(INVOICE_ROW);

const NOT_PAID_FOR = new ScopedStatement<StoredInvoice>(
  `SELECT ${INVOICE_ROW.columns} FROM ${INVOICE_ROW.from}
   WHERE ${INVOICE.organizationId} = $1 AND ${INVOICE.subscriptionId} = $2 AND ${INVOICE.periodStart} = $3
     AND (${INVOICE.status} = 'open' OR ${INVOICE.status} = 'paid' AND ${INVOICE.total} = 0
       AND ${INVOICE.couponCode} IS NOT NULL)`,
);

const FIRST_VOIDED = new ScopedStatement<Pick<StoredInvoice, 'periodStart'>>(
  `SELECT ${INVOICE.periodStart} AS "periodStart" FROM invoices i
   WHERE ${INVOICE.organizationId} = $1 AND ${INVOICE.status} = 'void' AND ${INVOICE.periodStart} > $2
   ORDER BY ${INVOICE.periodStart} LIMIT 1`,
);

const NEXT_NUMBER = new ScopedStatement<Pick<Invoice, 'number'>>(
  `UPDATE billing_accounts SET ${BILLING_ACCOUNT.lastInvoiceNumber} = ${BILLING_ACCOUNT.lastInvoiceNumber} + 1
   WHERE ${BILLING_ACCOUNT.organizationId} = $1
   RETURNING ${BILLING_ACCOUNT.lastInvoiceNumber} AS number`,
);

const LIST = {
  ...INVOICE_ROW,
  sorts: { number: INVOICE.number, issuedAt: INVOICE.issuedAt, dueAt: INVOICE.dueAt },
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
    const filters: ListFilter[] = query.status ? [isOneOf(INVOICE.status, query.status)] : [];
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
