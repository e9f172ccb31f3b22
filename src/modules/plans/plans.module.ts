import { Module } from '@nestjs/common';
import { PlansController } from './plans.controller';
import { PlanRecorder } from './plans.events';
import { PlansRepository } from './plans.repository';
import { PlansService } from './plans.service';

@Module({
  controllers: [PlansController],
  providers: [PlansService, PlansRepository, PlanRecorder],
  exports: [PlansService],
})
export class PlansModule {}
