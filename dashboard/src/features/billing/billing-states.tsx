import type { BillingStatus, InvoiceStatus } from '@tour-events/client';
import { useEveryText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';

const BILLING_TONES: Readonly<Record<BillingStatus, Tone>> = {
  none: 'neutral',
  trialing: 'waiting',
  active: 'good',
  past_due: 'bad',
  cancelled: 'neutral',
};

const INVOICE_TONES: Readonly<Record<InvoiceStatus, Tone>> = { open: 'waiting', paid: 'good', void: 'neutral' };

export function BillingState({ status }: { readonly status: BillingStatus }) {
  const { billing } = useEveryText();
  return <Status tone={BILLING_TONES[status]}>{billing.statuses[status]}</Status>;
}

export function InvoiceState({ status }: { readonly status: InvoiceStatus }) {
  const { billing } = useEveryText();
  return <Status tone={INVOICE_TONES[status]}>{billing.invoiceStatuses[status]}</Status>;
}
