import { Module } from '@nestjs/common';
import { CouponsModule } from '../coupons/coupons.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PlansModule } from '../plans/plans.module';
import { ReferralsModule } from '../referrals/referrals.module';
import { BillingProvider } from './billing-provider';
import { BillingController } from './billing.controller';
import { BillingRecorder } from './billing.events';
import { BillingService } from './billing.service';
import { CurrentBilling } from './current-billing';
import { InvoicesController } from './invoices.controller';
import { InvoicesRepository } from './invoices.repository';
import { InvoicesService } from './invoices.service';
import { Invoicing } from './invoicing';
import { ManualProvider } from './manual.provider';
import { PlanAndCouponLookup } from './offers';
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
const INVOICES = [InvoicesService, InvoicesRepository, Invoicing];

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
