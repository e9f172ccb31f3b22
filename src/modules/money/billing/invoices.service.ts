import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { toPage, type Page } from '../../../kernel/page';
import { Conflict, found } from '../../../kernel/problems';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { ReferralConversions } from '../referrals';
import { BillingProvider } from './billing-provider';
import { BillingRecorder } from './billing.recorder';
import { CurrentBilling } from './current-billing';
import { toInvoiceView, type InvoicesQuery, type InvoiceView } from './invoices.dto';
import { InvoicesRepository } from './invoices.repository';

/** The invoices of the organization in scope. */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly billing: CurrentBilling,
    private readonly provider: BillingProvider,
    private readonly referralConversions: ReferralConversions,
    private readonly recorder: BillingRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(query: InvoicesQuery): Promise<Page<InvoiceView>> {
    const { rows, total } = await this.invoices.list(query);
    return toPage(rows.map(toInvoiceView), total, query);
  }

  /** @throws NotFound when the organization in scope has no such invoice */
  async get(id: string): Promise<InvoiceView> {
    return toInvoiceView(found(await this.invoices.find(id)));
  }

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
      const after = await this.get(id);
      this.recorder.paid(before, after);
      await this.billing.recordStatus(state, now);
      // Open invoices have something to pay, so this may be the first money that the organization's registration
      // brought.
      await this.referralConversions.count(currentOrganizationId());
      return after;
    });
  }

  private async open(id: string): Promise<InvoiceView> {
    const invoice = await this.get(id);
    if (invoice.status === 'paid') throw new Conflict('already_paid', 'The invoice is paid already.');
    if (invoice.status === 'void') throw new Conflict('invoice_void', 'The invoice is void: it need not be paid.');
    return invoice;
  }
}
