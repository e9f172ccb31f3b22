import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { Access } from '../../platform/access/access.decorator';
import { Operation, Section } from '../../platform/http/operation.decorator';
import { BillingView, Subscribe } from './billing.dto';
import { BillingService } from './billing.service';

const IF_MATCH = { name: 'If-Match', required: false, description: 'Only if the billing record still has this ETag.' };
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
      'Periods are months or years of the calendar in the time zone of the organization: they begin at the time of day and ' +
      'on the day of the month of the start, or on the last of a month that is too short. When one is over the next begins, ' +
      'within a quarter of an hour, with an invoice at what the plan costs by then. Renewals go on while invoices are open or ' +
      'the organization is suspended; `status` is `past_due` until all are paid.',
    answer: { record: BillingView },
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
      "The first period begins now, and its invoice, in the plan's currency, is issued at once; one with nothing to pay is " +
      'paid. The subscription that there is, put again, stays as it is, or goes on if it was to end. Another plan or ' +
      'interval begins now, with a new period and its invoice in full. What is paid for the period that it breaks off is ' +
      'not given back, so to use that up let the subscription end first; what is open for it is owed. Only within a day of ' +
      "the period's start the open invoice is void: whoever has chosen wrong may choose again, as often as they like on " +
      'that day, and for the next time 30 days later. What is left of ' +
      'a coupon goes along to another plan that it is for, unless another one is named, which takes its place: from the ' +
      'first invoice on, or, when the subscription stays, from the next. A repeating coupon counts for the periods that ' +
      'begin within its months, and an amount off as long as the plan is in its currency.',
    answer: { record: BillingView },
    refuses: {
      400:
        'On `couponCode`: `coupon_unknown`, `coupon_expired`, `coupon_used`, `coupon_exhausted`, `coupon_not_for_plan`, ' +
        '`coupon_currency`.',
      409: '`plan_inactive`: the plan is not offered any more.',
      412: CHANGED_SINCE,
    },
  })
  subscribeToPlan(@Body() wanted: Subscribe): Promise<BillingView> {
    return this.billing.subscribe(wanted);
  }

  @Delete('subscription')
  @Access('any', { permission: 'billing.update' })
  @ApiHeader(IF_MATCH)
  @Operation({
    operationId: 'cancelSubscription',
    summary: 'Let the subscription end',
    description:
      'It goes on until the current period is over and is not renewed; then it is `cancelled`, and the organization is on ' +
      'no plan. What is owed is still owed. Asked for again, the answer is the same; without a subscription it is 404.',
    answer: { record: BillingView },
    example: { cancelAtPeriodEnd: true },
    refuses: { 404: '`not_found`: there is no subscription.', 412: CHANGED_SINCE },
  })
  cancelSubscription(): Promise<BillingView> {
    return this.billing.cancel();
  }
}
