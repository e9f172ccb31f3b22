import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { CouponsQuery, CouponValidity, CouponView, CreateCoupon, UpdateCoupon, ValidateCoupon } from './coupons.dto';
import { CouponsService } from './coupons.service';

@Controller('api/coupons')
@Section('Coupons, which make subscriptions cheaper.')
export class CouponsController {
  constructor(private readonly coupons: CouponsService) {}

  @Get()
  @Access('session', { superAdmin: true })
  @Operation({ operationId: 'listCoupons', summary: 'List coupons', response: { page: CouponView } })
  list(@Query() query: CouponsQuery): Promise<Page<CouponView>> {
    return this.coupons.list(query);
  }

  @Post()
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'createCoupon',
    summary: 'Create a coupon',
    description:
      'Give exactly one of `percentOff` and `amountOff`; `currency` with `amountOff`, and only with it; ' +
      '`durationMonths` with the duration `repeating`, and only with it. An unknown plan in `planIds` gets ' +
      '404.',
    response: { record: CouponView },
    example: { redemptions: 0 },
    status: 201,
    errors: { 409: '`code_taken`: another coupon has the code, ignoring case.' },
  })
  create(@Body() input: CreateCoupon): Promise<CouponView> {
    return this.coupons.create(input);
  }

  @Post('validate')
  @Access('any')
  @Operation({
    operationId: 'validateCoupon',
    summary: 'Check whether a coupon would be accepted',
    description:
      'Checks the coupon for your organization as of now, and for the plan if one is given. Nothing is redeemed. An ' +
      'unknown plan gets 404.',
    response: { body: CouponValidity },
  })
  validate(@Body() input: ValidateCoupon): Promise<CouponValidity> {
    return this.coupons.validate(input);
  }

  @Get(':id')
  @Access('session', { superAdmin: true })
  @Operation({ operationId: 'getCoupon', summary: 'Read a coupon', response: { record: CouponView } })
  get(@IdParam() id: string): Promise<CouponView> {
    return this.coupons.get(id);
  }

  @Patch(':id')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'updateCoupon',
    summary: 'Change a coupon',
    description:
      'Everything can be changed until the coupon is redeemed for the first time; after that, only maxRedemptions, ' +
      'expiresAt and planIds. The discount of subscriptions that it was redeemed for stays the same.',
    response: { record: CouponView },
    errors: {
      409:
        '`code_taken`: another coupon has the code. `coupon_redeemed`: it has been redeemed, so its code and terms ' +
        'cannot change, and maxRedemptions cannot be below redemptions.',
    },
  })
  update(@IdParam() id: string, @Body() changes: UpdateCoupon): Promise<CouponView> {
    return this.coupons.update(id, changes);
  }

  @Delete(':id')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'deleteCoupon',
    summary: 'Delete a coupon',
    description: 'Subscriptions that it was redeemed for keep their discount.',
    response: { nothing: true },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.coupons.delete(id);
  }
}
