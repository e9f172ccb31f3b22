import { RecordKind } from '../../../platform/records/record-kind';
import { Invitation } from './invitation.entity';
import { InvitationView } from './invitations.dto';

export const INVITATION_RECORD = new RecordKind<InvitationView>({
  type: 'invitation',
  view: InvitationView,
  permission: 'users.read',
  named: { entity: Invitation, property: 'email' },
  changes: {
    created: { says: 'Somebody was invited.', example: { status: 'pending', acceptedAt: null } },
    accepted: { says: 'An invitation was accepted.', updates: true, example: { status: 'accepted' } },
    revoked: { says: 'An invitation was revoked.', updates: true, example: { status: 'revoked', acceptedAt: null } },
  },
});
