import { RecordKind } from '../../../platform/records/record-kind';
import { MemberView } from './members.dto';

export const MEMBER_RECORD = new RecordKind<MemberView>({
  type: 'member',
  view: MemberView,
  permission: 'users.read',
  personOf: ({ userId }) => userId,
  changes: {
    joined: { says: 'Somebody joined the organization.' },
    updated: {
      says: 'The role, name or status of a member was changed.',
      updates: true,
      actions: ['user.updated', 'user.suspended', 'user.reactivated', 'email.changed'],
    },
    removed: { says: 'A member was removed. The data has the last record.' },
  },
});
