import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { BillingView, Subscribe } from './billing.dto';
import { BillingService } from './billing.service';
import { SubscriptionPreview } from './subscription-preview.dto';

const IF_MATCH = { name: 'If-Match', required: false, description: 'Only if the billing record still has this ETag.' };
const NOT_POSSIBLE = {
  400:
    'On `couponCode`: `coupon_unknown`, `coupon_expired`, `coupon_used`, `coupon_exhausted`, `coupon_not_for_plan`, ' +
    '`coupon_currency`.',
  409: '`plan_inactive`: the plan is not offered any more.',
};
const CHANGED_SINCE = '`precondition_failed`: the billing record is no longer the version that If-Match names.';

@Controller('api/billing')
@Section('The subscription of the organization.')
export class BillingController {
  constructor(private readonly billing: BillingService) {}

  @Get()
  @Access('any', { permission: 'billing.read' })
  @Operation({
    operationId: 'getBilling',
    summary: 'Read what the organization is subscribed to',
    description:
      "Periods are calendar months or years, counted from the start in the organization's time zone: each begins on " +
      'the same day of the month, at the same time of day, or on the last day of a month that is too short. When one ' +
      'is over, the next begins where it ended; its invoice, at what the plan costs by then, is issued within a quarter ' +
      'of an hour. Renewals go on while invoices are open or the organization is suspended; `status` is `past_due` until ' +
      'all are paid.',
    response: { record: BillingView },
  })
  get(): Promise<BillingView> {
    return this.billing.get();
  }

  @Put('subscription')
  @Access('any', { permission: 'billing.update' })
  @ApiHeader(IF_MATCH)
  @Operation({
    operationId: 'subscribeToPlan',
    summary: 'Subscribe to a plan',
    description:
      "The first period begins now, and its invoice, in the plan's currency, is issued at once; if there is nothing to " +
      'pay, it counts as paid. Subscribing again to the current plan and interval leaves the subscription as it is, or ' +
      'lets it go on if it was to end. Another plan or interval begins now, with a new period and its full invoice. ' +
      'What has been paid for the period cut short is not refunded, so let the subscription end first to use it up; ' +
      "what is still open for it is owed. Only within a day of the period's start is the invoice voided if it is open or " +
      'a coupon made it free, and the period does not count for the coupon: a wrong choice can be corrected as often as ' +
      'you like on that day, and then again 30 days later. What is left of a coupon carries over to another plan that ' +
      'it is for, unless the request names another coupon, which takes its place: from the first invoice on, or, if the ' +
      'subscription stays as it is, from the next. A repeating coupon applies to the periods that begin within its ' +
      'months, and an amount off applies as long as the plan is in its currency.',
    response: { record: BillingView },
    errors: { ...NOT_POSSIBLE, 412: CHANGED_SINCE },
  })
  subscribeToPlan(@Body() wanted: Subscribe): Promise<BillingView> {
    return this.billing.subscribe(wanted);
  }

  @Post('subscription/preview')
  @Access('any', { permission: 'billing.update' })
  @Operation({
    operationId: 'previewSubscription',
    summary: 'See what subscribing would cost, and when',
    description:
      'Takes the same fields as subscribing, and changes nothing: no coupon is redeemed, no invoice issued. It says ' +
      'what would be subscribed to, what would be invoiced now and at the next renewal, and which open invoice would be void.',
    response: { body: SubscriptionPreview },
    status: 200,
    errors: NOT_POSSIBLE,
  })
  previewSubscription(@Body() wanted: Subscribe): Promise<SubscriptionPreview> {
    return this.billing.preview(wanted);
  }

  @Delete('subscription')
  @Access('any', { permission: 'billing.update' })
  @ApiHeader(IF_MATCH)
  @Operation({
    operationId: 'cancelSubscription',
    summary: 'Let the subscription end',
    description:
      'The subscription goes on until the current period is over and is not renewed; then it is `cancelled`, and the ' +
      'organization is on no plan. What is owed is still owed. Repeating the request gets the same response; without a ' +
      'subscription it is 404.',
    response: { record: BillingView },
    example: { cancelAtPeriodEnd: true },
    errors: { 404: '`not_found`: there is no subscription.', 412: CHANGED_SINCE },
  })
  cancelSubscription(): Promise<BillingView> {
    return this.billing.cancel();
  }
}
