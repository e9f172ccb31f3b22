import { enumeration } from '../../../kernel/enumeration';
import { BILLING_INTERVALS, type BillingInterval } from '../../../kernel/billing-period';
import { formatAmount } from '../../../kernel/money';
import {
  Amount,
  Currency,
  Id,
  ListOf,
  OneOf,
  Shown,
  SomeOf,
  Text,
  Timestamp,
  TimeZone,
} from '../../../platform/fields/fields';
import { SortedPageQuery } from '../../../platform/fields/page.query';
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice.entity';

const INVOICE_SORTS = enumeration('InvoiceSort', ['number', 'issuedAt', 'dueAt']);

export class InvoicesQuery extends SortedPageQuery {
  @SomeOf(INVOICE_STATUSES) status?: InvoiceStatus[];
  @OneOf(INVOICE_SORTS, { presence: 'optional', default: 'number' })
  sortBy?: (typeof INVOICE_SORTS)[number];
}

export class InvoiceLineView {
  @Text({ max: 220, example: 'Professional (monthly)' }) readonly description: string;
  @Shown({ type: 'integer', minimum: 1, example: 1 }) readonly quantity: number;
  @Amount({ example: '49.90' }) readonly unitPrice: string;
  @Amount({ example: '49.90' }) readonly amount: string;
}

/** An invoice as the API shows it. */
export class InvoiceView {
  @Id() readonly id: string;
  @Text({
    max: 20,
    description: 'Numbered within each organization, without gaps.',
    example: 'INV-000001',
  })
  readonly number: string;
  @OneOf(INVOICE_STATUSES) readonly status: InvoiceStatus;
  @Text({
    max: 120,
    description: "The organization's name when it was issued.",
    example: 'Northern Lights Touring',
  })
  readonly customerName: string;
  @Id() readonly planId: string;
  @OneOf(BILLING_INTERVALS) readonly interval: BillingInterval;
  @Timestamp() readonly periodStart: string;
  @Timestamp({ description: 'When the next period begins.', example: '2027-06-14T09:30:00.000Z' })
  readonly periodEnd: string;
  @TimeZone({ description: "The organization's when it was issued; the dates that are printed are in this zone." })
  readonly timezone: string;
  @Currency({ description: "The plan's." }) readonly currency: string;
  @Amount({ example: '49.90' }) readonly subtotal: string;
  @Amount({ example: '9.98' }) readonly discount: string;
  @Amount({ description: 'The subtotal less the discount.', example: '39.92' }) readonly total: string;
  @Text({
    max: 32,
    presence: 'nullable',
    description: 'The code of the coupon that gave the discount.',
    example: 'SPRING-2027',
  })
  readonly couponCode: string | null;
  @ListOf(() => InvoiceLineView) readonly lines: InvoiceLineView[];
  @Timestamp() readonly issuedAt: string;
  @Timestamp({ description: '14 days after it was issued.', example: '2027-05-28T09:30:00.000Z' })
  readonly dueAt: string;
  @Timestamp({ presence: 'nullable', example: null }) readonly paidAt: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** A row as the repository reads it: the view, with amounts as PostgreSQL's numeric. */
export type InvoiceRow = Omit<InvoiceView, 'number' | 'total'> & { number: number; totalAmount: string };

/** The row as the API shows it. */
export function toInvoiceView({ totalAmount, ...row }: InvoiceRow): InvoiceView {
  const { number, currency, subtotal, discount } = row;
  return {
    ...row,
    number: `INV-${String(number).padStart(6, '0')}`,
    subtotal: formatAmount(subtotal, currency),
    discount: formatAmount(discount, currency),
    total: formatAmount(totalAmount, currency),
  };
}
