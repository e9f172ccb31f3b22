import { lifecycleOf, RecordKind } from '../../../platform/records/record-kind';
import { Role } from './role.entity';
import { RoleView } from './roles.dto';

export const ROLE_RECORD = new RecordKind<RoleView>({
  type: 'role',
  view: RoleView,
  permission: 'roles.read',
  named: { entity: Role, property: 'name' },
  changes: lifecycleOf('A role'),
});
