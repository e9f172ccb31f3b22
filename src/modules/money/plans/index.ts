export { PlansModule } from './plans.module';
export type { LockedPlan } from './plans.dto';
export { PlansService } from './plans.service';
