import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Conflict, found } from '../../../kernel/problems';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { ReferralConversions } from '../referrals';
import { BillingProvider } from './billing-provider';
import { BillingRecorder } from './billing.recorder';
import { CurrentBilling } from './current-billing';
import { toInvoiceView, type InvoiceView } from './invoices.dto';
import { InvoicesRepository } from './invoices.repository';

/** Invoices that the organization in scope has paid. */
@Injectable()
export class InvoicePayments {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly billing: CurrentBilling,
    private readonly provider: BillingProvider,
    private readonly referralConversions: ReferralConversions,
    private readonly recorder: BillingRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Marks an invoice paid by hand.
   *
   * @throws NotFound, Conflict `already_paid` or `invoice_void`, or what the provider says against it
   */
  pay(id: string): Promise<InvoiceView> {
    return this.unitOfWork.run(async () => {
      const state = await this.billing.lock();
      const before = await this.open(id);
      await this.provider.confirmByHand(before);
      const now = this.clock.now();
      await this.invoices.update(id, { status: 'paid', paidAt: now, updatedAt: now });
      const after = await this.find(id);
      this.recorder.paid(before, after);
      await this.billing.recordStatus(state, now);
      // Open invoices have something to pay, so this may be the first money that the organization's registration
      // brought.
      await this.referralConversions.count(currentOrganizationId());
      return after;
    });
  }

  private async open(id: string): Promise<InvoiceView> {
    const invoice = await this.find(id);
    if (invoice.status === 'paid') throw new Conflict('already_paid', 'The invoice is paid already.');
    if (invoice.status === 'void') throw new Conflict('invoice_void', 'The invoice is void: it need not be paid.');
    return invoice;
  }

  private async find(id: string): Promise<InvoiceView> {
    return toInvoiceView(found(await this.invoices.find(id)));
  }
}
