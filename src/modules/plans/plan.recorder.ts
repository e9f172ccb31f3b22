import { Injectable } from '@nestjs/common';
import { RecordRecorder } from '../../platform/recorders/record-recorder';
import type { PlanView } from './plans.dto';

/** Records changes of plans in the platform's audit log. No organization is informed of them. */
@Injectable()
export class PlanRecorder extends RecordRecorder<PlanView> {
  protected readonly type = 'plan';
}
