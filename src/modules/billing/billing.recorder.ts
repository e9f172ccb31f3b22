import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, previousOf } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { BillingView } from './billing.dto';
import type { InvoiceView } from './invoices.dto';

export type SubscriptionAction = 'created' | 'updated' | 'cancelled' | 'renewed' | 'ended';

/**
 * Records changes of billing: each has an audit record, and all but the voiding of an invoice also an outgoing event.
 */
@Injectable()
export class BillingRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  subscription(action: SubscriptionAction, before: BillingView, after: BillingView): void {
    this.audit.record({
      action: `subscription.${action}`,
      target: { type: 'subscription', id: after.id },
      changes: changesBetween(before, after),
    });
    this.outbox.record('subscription.updated', after, { previous: previousOf(before, after) });
  }

  issued(invoice: InvoiceView): void {
    this.invoice('invoice.issued', null, invoice);
    this.outbox.record('invoice.issued', invoice);
  }

  paid(before: InvoiceView, after: InvoiceView): void {
    this.invoice('invoice.paid', before, after);
    this.outbox.record('invoice.paid', after, { previous: previousOf(before, after) });
  }

  voided(before: InvoiceView, after: InvoiceView): void {
    this.invoice('invoice.voided', before, after);
  }

  private invoice(action: string, before: InvoiceView | null, after: InvoiceView): void {
    this.audit.record({ action, target: { type: 'invoice', id: after.id }, changes: changesBetween(before, after) });
  }
}
