import { Injectable } from '@nestjs/common';
import { RecordRecorder } from '../../platform/recorders/record-recorder';
import type { RoleView } from './roles.dto';

/** Records changes of roles in the audit log. */
@Injectable()
export class RoleRecorder extends RecordRecorder<RoleView> {
  protected readonly type = 'role';
}
