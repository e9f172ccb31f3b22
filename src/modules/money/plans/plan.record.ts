import { RecordKind } from '../../../platform/records/record-kind';
import { PlanView } from './plans.dto';

/** No organization is informed of its changes. */
export const PLAN_RECORD = new RecordKind<PlanView>({ type: 'plan', view: PlanView });
