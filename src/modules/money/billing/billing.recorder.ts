import { Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import type { BillingView } from './billing.dto';
import { INVOICE_RECORD, SUBSCRIPTION_RECORD } from './billing.record';
import type { InvoiceView } from './invoices.dto';

export type SubscriptionAction = 'created' | 'updated' | 'cancelled' | 'renewed' | 'ended';

/** Records changes of billing. Whatever becomes of a subscription is one event, and the voiding of an invoice is none. */
@Injectable()
export class BillingRecorder {
  constructor(private readonly recorder: Recorder) {}

  subscription(action: SubscriptionAction, before: BillingView, after: BillingView): void {
    const id = this.recorder.log(SUBSCRIPTION_RECORD, action, before, after);
    this.recorder.publish(SUBSCRIPTION_RECORD, 'updated', before, after, { id });
  }

  issued(invoice: InvoiceView): void {
    this.recorder.record(INVOICE_RECORD, 'issued', null, invoice);
  }

  paid(before: InvoiceView, after: InvoiceView): void {
    this.recorder.record(INVOICE_RECORD, 'paid', before, after);
  }

  voided(before: InvoiceView, after: InvoiceView): void {
    this.recorder.record(INVOICE_RECORD, 'voided', before, after);
  }
}
