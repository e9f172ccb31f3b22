import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween } from '../../platform/audit/audit-trail';
import type { PlanView } from './plans.dto';

/** Records changes of plans in the platform's audit log. No organization is told of them. */
@Injectable()
export class PlanRecorder {
  constructor(private readonly audit: AuditTrail) {}

  created(plan: PlanView): void {
    this.record('plan.created', null, plan, plan.id);
  }

  updated(before: PlanView, after: PlanView): void {
    this.record('plan.updated', before, after, after.id);
  }

  deleted(plan: PlanView): void {
    this.record('plan.deleted', plan, null, plan.id);
  }

  private record(action: string, before: PlanView | null, after: PlanView | null, id: string): void {
    this.audit.record({ action, target: { type: 'plan', id }, changes: changesBetween(before, after) });
  }
}
