import { RecordKind } from '../../../platform/records/record-kind';
import { TeamMember } from './team-member.entity';
import { TeamMemberView } from './team-members.dto';

export const TEAM_MEMBER_RECORD = new RecordKind<TeamMemberView>({
  type: 'team_member',
  view: TeamMemberView,
  resource: 'events',
  named: { entity: TeamMember, property: 'name' },
  personOf: ({ id, userId }) => userId ?? id,
  parents: ({ eventId }) => ({ eventId, tourId: null }),
  changes: {
    added: { says: 'Somebody was put on the team of an event.' },
    updated: {
      says:
        'A member of the team of an event was changed, or a contact on it was erased, as `erasedAt` says: forget them, ' +
        'too.',
      updates: true,
      actions: ['team_member.erased'],
    },
    removed: { says: 'Somebody was taken off the team of an event. The data has the last record.' },
  },
});
