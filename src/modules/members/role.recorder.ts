import { Injectable } from '@nestjs/common';
import { PublishedRecordRecorder } from '../../platform/recorders/record-recorder';
import type { RoleView } from './roles.dto';

/** Records changes of roles: each has an audit record and an outgoing event. */
@Injectable()
export class RoleRecorder extends PublishedRecordRecorder<RoleView> {
  protected readonly type = 'role';
}
