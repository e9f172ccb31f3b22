import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { BillingView } from './billing.dto';
import type { InvoiceView } from './invoices.dto';

export type SubscriptionAction = 'created' | 'updated' | 'cancelled' | 'renewed' | 'ended';

/** Records changes of billing: each has an audit record, and changes of the subscription also an outgoing event. */
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
    this.outbox.record('subscription.updated', after);
  }

  issued(invoice: InvoiceView): void {
    this.invoice('invoice.issued', null, invoice);
  }

  paid(before: InvoiceView, after: InvoiceView): void {
    this.invoice('invoice.paid', before, after);
  }

  voided(before: InvoiceView, after: InvoiceView): void {
    this.invoice('invoice.voided', before, after);
  }

  private invoice(action: string, before: InvoiceView | null, after: InvoiceView): void {
    this.audit.record({ action, target: { type: 'invoice', id: after.id }, changes: changesBetween(before, after) });
  }
}
