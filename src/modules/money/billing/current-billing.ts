import { Injectable } from '@nestjs/common';
import { PlansService } from '../plans';
import { toBillingView, type BilledPlan, type BillingView, type SubscriptionRow } from './billing.dto';
import { BillingRecorder, type SubscriptionAction } from './billing.recorder';
import { SubscriptionsRepository } from './subscriptions.repository';

/** An organization's billing: as the API shows it, and the subscription behind it. */
export interface BillingState {
  view: BillingView;
  /** The subscription that has not ended; null without one. */
  current: SubscriptionRow | null;
}

/** Reads an organization's billing, and records its changes. */
@Injectable()
export class CurrentBilling {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly plans: PlansService,
    private readonly recorder: BillingRecorder,
  ) {}

  /** @throws NotFound when the organization is deleted */
  async read(): Promise<BillingState> {
    const row = await this.subscriptions.billing();
    const { subscription } = row;
    const planId = subscription === null ? row.organizationPlanId : subscription.planId;
    const plan = planId === null ? null : await this.plan(planId);
    return { view: toBillingView(row, plan), current: subscription?.endedAt === null ? subscription : null };
  }

  /**
   * The billing, locked until the caller's unit of work ends.
   *
   * @throws NotFound when the organization is deleted
   */
  async lock(): Promise<BillingState> {
    await this.subscriptions.lockBilling();
    return this.read();
  }

  /** Records a change that the caller's unit of work has made since `before` was read. */
  async record(action: SubscriptionAction, before: BillingState): Promise<BillingView> {
    const { view } = await this.read();
    this.recorder.subscription(action, before.view, view);
    return view;
  }

  /** Records that the status changed because something was paid, if it did. */
  async recordStatus(before: BillingState, now: Date): Promise<void> {
    const { view, current } = await this.read();
    if (current === null || view.status === before.view.status) return;
    await this.subscriptions.update(current.id, { updatedAt: now });
    this.recorder.subscription('updated', before.view, { ...view, updatedAt: now.toISOString() });
  }

  private async plan(planId: string): Promise<BilledPlan> {
    const { id, name, monthlyPrice, yearlyPrice, currency, features } = await this.plans.get(planId);
    return { id, name, monthlyPrice, yearlyPrice, currency, features };
  }
}
