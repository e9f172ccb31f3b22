import { RecordKind } from '../../../platform/records/record-kind';
import { BillingView } from './billing.dto';
import { InvoiceView } from './invoices.dto';

export const SUBSCRIPTION_RECORD = new RecordKind<BillingView>({
  type: 'subscription',
  view: BillingView,
  permission: 'billing.read',
  changes: {
    updated: {
      says: "The organization's subscription began, changed, was renewed, will end or has ended, or all that was owed for it is paid.",
      updates: true,
      actions: ['created', 'cancelled', 'renewed', 'ended'].map((verb) => `subscription.${verb}`),
    },
  },
});

export const INVOICE_RECORD = new RecordKind<InvoiceView>({
  type: 'invoice',
  view: InvoiceView,
  permission: 'billing.read',
  changes: {
    issued: { says: 'An invoice was issued.', example: { status: 'open', paidAt: null } },
    paid: { says: 'An invoice was paid.', updates: true, example: { status: 'paid' } },
  },
});
