import { Module } from '@nestjs/common';
import { PlansModule } from '../plans/plans.module';
import { CouponsController } from './coupons.controller';
import { CouponRecorder } from './coupons.events';
import { CouponsRepository } from './coupons.repository';
import { CouponsService } from './coupons.service';

@Module({
  imports: [PlansModule],
  controllers: [CouponsController],
  providers: [CouponsService, CouponsRepository, CouponRecorder],
  exports: [CouponsService],
})
export class CouponsModule {}
