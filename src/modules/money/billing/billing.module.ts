import { Module } from '@nestjs/common';
import { CouponsModule } from '../coupons';
import { OrganizationsModule } from '../../people/organizations';
import { PlansModule } from '../plans';
import { ReferralsModule } from '../referrals';
import { BillingProvider } from './billing-provider';
import { BillingController } from './billing.controller';
import { BillingRecorder } from './billing.recorder';
import { BillingService } from './billing.service';
import { CurrentBilling } from './current-billing';
import { InvoicePayments } from './invoice-payments.service';
import { InvoicesController } from './invoices.controller';
import { InvoicesRepository } from './invoices.repository';
import { InvoicesService } from './invoices.service';
import { Invoicing } from './invoicing';
import { ManualProvider } from './manual.provider';
import { PlanAndCouponLookup } from './plan-and-coupon-lookup';
import { Renewals } from './renewals';
import { SubscriptionPeriods } from './subscription-periods';
import { SubscriptionsRepository } from './subscriptions.repository';

const SUBSCRIPTIONS = [
  BillingService,
  CurrentBilling,
  SubscriptionsRepository,
  SubscriptionPeriods,
  PlanAndCouponLookup,
  Renewals,
];
const INVOICES = [InvoicesService, InvoicePayments, InvoicesRepository, Invoicing];

@Module({
  imports: [CouponsModule, OrganizationsModule, PlansModule, ReferralsModule],
  controllers: [BillingController, InvoicesController],
  providers: [
    ...SUBSCRIPTIONS,
    ...INVOICES,
    BillingRecorder,
    // The one place that names who collects the money.
    { provide: BillingProvider, useClass: ManualProvider },
  ],
})
export class BillingModule {}
