import { Amount, Currency, Id, ListOf, Nested, Text, Timestamp } from '../../../platform/fields/fields';
import { BillingView } from './billing.dto';
import { InvoiceLineView, type InvoiceView } from './invoices.dto';

/** What an invoice would say, before there is one. */
class PreviewedInvoice {
  @Timestamp({ description: 'When it is issued.' }) readonly issuedAt: string;
  @Currency() readonly currency: string;
  @Amount({ example: '49.90' }) readonly subtotal: string;
  @Amount({ example: '9.98' }) readonly discount: string;
  @Amount({ description: 'The subtotal less the discount.', example: '39.92' }) readonly total: string;
  @Text({
    max: 32,
    presence: 'nullable',
    description: 'The code of the coupon that gives the discount.',
    example: 'SPRING-2027',
  })
  readonly couponCode: string | null;
  @ListOf(() => InvoiceLineView) readonly lines: readonly InvoiceLineView[];
}

class VoidedInvoice {
  @Id({ of: 'invoice' }) readonly id: string;
  @Text({ max: 20, example: 'INV-000001' }) readonly number: string;
  @Currency() readonly currency: string;
  @Amount({ example: '49.90' }) readonly total: string;
}

/** What subscribing would do. */
export class SubscriptionPreview {
  @Nested(() => BillingView, { description: 'What the organization would be subscribed to.' })
  readonly billing: BillingView;
  @Nested(() => PreviewedInvoice, {
    presence: 'nullable',
    description: 'The invoice that would be issued at once; null when the subscription would stay as it is.',
  })
  readonly invoice: PreviewedInvoice | null;
  @Nested(() => VoidedInvoice, {
    presence: 'nullable',
    description: 'The invoice of the period cut short, where it would need no payment any more.',
  })
  readonly voided: VoidedInvoice | null;
  @Nested(() => PreviewedInvoice, {
    presence: 'nullable',
    description: 'The invoice after that, at what the plan costs now; null when the subscription would end.',
  })
  readonly renewal: PreviewedInvoice | null;
}

/** What subscribing has done. */
export interface SubscriptionChange {
  readonly billing: BillingView;
  readonly issued: InvoiceView | null;
  readonly voided: InvoiceView | null;
}

/** The invoice of a period that has not begun. */
export type NextInvoice = Pick<
  InvoiceView,
  'issuedAt' | 'currency' | 'subtotal' | 'discount' | 'total' | 'couponCode' | 'lines'
>;

/** A change as the preview shows it: without the ids and numbers that nothing will have. */
export function toPreview(
  { billing, issued, voided }: SubscriptionChange,
  next: NextInvoice | null,
): SubscriptionPreview {
  return {
    billing,
    invoice: issued && toPreviewedInvoice(issued),
    voided: voided && { id: voided.id, number: voided.number, currency: voided.currency, total: voided.total },
    renewal: next && toPreviewedInvoice(next),
  };
}

function toPreviewedInvoice(invoice: NextInvoice): PreviewedInvoice {
  const { issuedAt, currency, subtotal, discount, total, couponCode, lines } = invoice;
  return { issuedAt, currency, subtotal, discount, total, couponCode, lines };
}
