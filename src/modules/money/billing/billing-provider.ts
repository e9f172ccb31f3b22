import type { InvoiceView } from './invoices.dto';

/**
 * Who collects the money. The product issues invoices, keeps their state and counts time itself; a provider has a say
 * in the two moments that concern money, both inside the unit of work in which they happen:
 *
 * - an invoice with something to pay was issued: a payment processor writes down here what it has to collect and calls
 *   the outside after the commit, as mail is sent, so that a rolled-back invoice is never collected;
 * - somebody marks an invoice paid by hand: a processor that learns of payments on its own throws.
 *
 * Another provider is bound instead of the manual one in `billing.module.ts`. When it learns of a payment on its own,
 * that has to have the same consequences as `InvoicePayments.pay`; sharing that code is left to whoever adds such a
 * provider.
 */
export abstract class BillingProvider {
  /** Takes over an open invoice whose total is above zero. */
  abstract collect(invoice: InvoiceView): Promise<void>;

  /**
   * Agrees that a Super Admin marks an open invoice paid.
   *
   * @throws Conflict when only the provider itself can know
   */
  abstract confirmByHand(invoice: InvoiceView): Promise<void>;
}
