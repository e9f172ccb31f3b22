import { Module } from '@nestjs/common';
import { PlansController } from './plans.controller';
import { PlanRecorder } from './plan.recorder';
import { PlansRepository } from './plans.repository';
import { PlansService } from './plans.service';

@Module({
  controllers: [PlansController],
  providers: [PlansService, PlansRepository, PlanRecorder],
  exports: [PlansService],
})
export class PlansModule {}
