import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { OrganizationsService } from '../organizations/organizations.service';
import { BillingProvider } from './billing-provider';
import type { SubscriptionRow } from './billing.dto';
import { BillingEvents } from './billing.events';
import { chargeOf, type Choice, type PlanPrices } from './charges';
import { toInvoiceView, type InvoiceView } from './invoices.dto';
import { InvoicesRepository } from './invoices.repository';

const PAYMENT_TERM_MS = 14 * 24 * 60 * 60 * 1000;

/** What an invoice is written for. */
export interface BilledPeriod extends Choice {
  subscriptionId: string;
  periodNumber: number;
  start: Date;
  end: Date;
}

/** Issues invoices and takes them back, inside the caller's unit of work, which has the organization's billing locked. */
@Injectable()
export class Invoicing {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly organizations: OrganizationsService,
    private readonly provider: BillingProvider,
    private readonly events: BillingEvents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Issues the invoice for a period. One with nothing to pay is paid at once. */
  async issue(period: BilledPeriod, plan: PlanPrices & { id: string }): Promise<InvoiceView> {
    const { name, timezone } = await this.organizations.profile();
    const now = this.clock.now();
    const charge = chargeOf(plan, period, period.periodNumber);
    const isFree = /^[0.]+$/.test(charge.total);
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
    const invoice = toInvoiceView((await this.invoices.find(id))!);
    this.events.issued(invoice);
    if (!isFree) await this.provider.collect(invoice);
    return invoice;
  }

  /** Takes back the invoice of a subscription's current period, unless it is paid. */
  async voidOpen({ id, currentPeriodStart }: SubscriptionRow): Promise<void> {
    const open = await this.invoices.openOf(id, currentPeriodStart);
    if (open === null) return;
    const before = toInvoiceView(open);
    const updatedAt = this.clock.now();
    await this.invoices.update(open.id, { status: 'void', updatedAt });
    this.events.voided(before, { ...before, status: 'void', updatedAt: updatedAt.toISOString() });
  }
}
