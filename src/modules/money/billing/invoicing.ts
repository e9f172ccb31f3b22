import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { newId } from '../../../kernel/ids';
import { isZero } from '../../../kernel/money';
import { found } from '../../../kernel/problems';
import { OrganizationsService } from '../../people/organizations';
import { BillingProvider } from './billing-provider';
import type { SubscriptionRow } from './billing.dto';
import { BillingRecorder } from './billing.recorder';
import { chargeOf, type Choice, type PlanPrices } from './charges';
import { toInvoiceView, type InvoiceView } from './invoices.dto';
import { InvoicesRepository } from './invoices.repository';

const PAYMENT_TERM_MS = 14 * DAY_MS;
/** After choosing a plan, another one can be chosen within this time without paying for the first. */
const FREE_CHANGE_MS = DAY_MS;
/** The time above counts from the first free change within this interval: otherwise each would begin a free day. */
const FREE_CHANGE_INTERVAL_MS = 30 * DAY_MS;

/** What an invoice is written for. */
interface BilledPeriod extends Choice {
  subscriptionId: string;
  periodNumber: number;
  start: Date;
  end: Date;
}

/** Issues and voids invoices, inside the caller's unit of work, which has the organization's billing locked. */
@Injectable()
export class Invoicing {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly organizations: OrganizationsService,
    private readonly provider: BillingProvider,
    private readonly recorder: BillingRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Issues the invoice for a period. One with nothing to pay is paid at once. */
  async issue(period: BilledPeriod, plan: PlanPrices & { id: string }): Promise<InvoiceView> {
    const { name, timezone } = await this.organizations.current();
    const now = this.clock.now();
    const charge = chargeOf(plan, period, period.periodNumber);
    const isFree = isZero(charge.total);
    const id = newId();
    await this.invoices.insert({
      id,
      number: await this.invoices.takeNumber(),
      subscriptionId: period.subscriptionId,
      status: isFree ? 'paid' : 'open',
      customerName: name,
      planId: plan.id,
      interval: period.interval,
      periodStart: period.start,
      periodEnd: period.end,
      timezone,
      currency: plan.currency,
      ...charge,
      issuedAt: now,
      dueAt: new Date(now.getTime() + PAYMENT_TERM_MS),
      paidAt: isFree ? now : null,
      createdAt: now,
      updatedAt: now,
    });
    const invoice = toInvoiceView(found(await this.invoices.find(id)));
    this.recorder.issued(invoice);
    if (!isFree) await this.provider.collect(invoice);
    return invoice;
  }

  /**
   * Voids the unpaid invoice of a period that another choice ends early, if the period began within the last day. When
   * several were voided in 30 days, the first one's start counts. A period that was used for longer is owed.
   *
   * @returns it, as it was; null when it stays
   */
  async voidIfUnused({ id, currentPeriodStart }: SubscriptionRow): Promise<InvoiceView | null> {
    const invoice = await this.invoices.withoutPayment(id, currentPeriodStart);
    if (invoice === null) return null;
    const updatedAt = this.clock.now();
    const intervalStart = new Date(updatedAt.getTime() - FREE_CHANGE_INTERVAL_MS);
    const firstStart = (await this.invoices.firstVoidedSince(intervalStart)) ?? currentPeriodStart;
    if (updatedAt.getTime() - Date.parse(firstStart) >= FREE_CHANGE_MS) return null;
    const before = toInvoiceView(invoice);
    await this.invoices.update(invoice.id, { status: 'void', paidAt: null, updatedAt });
    this.recorder.voided(before, { ...before, status: 'void', paidAt: null, updatedAt: updatedAt.toISOString() });
    return before;
  }
}
