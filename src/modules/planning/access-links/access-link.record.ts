import { RecordKind } from '../../../platform/records/record-kind';
import { AccessLink } from './access-link.entity';
import { AccessLinkView, type AccessLinkRow } from './access-links.dto';

export const ACCESS_LINK_RECORD = new RecordKind<AccessLinkRow>({
  type: 'access_link',
  view: AccessLinkView,
  resource: 'events',
  permission: 'accessLinks.manage',
  named: { entity: AccessLink, property: 'name' },
  userNames: { createdByName: 'createdBy' },
  // What is done with it, nobody changes of it.
  derived: ['lastSeenAt', 'devices', 'scans', 'rejected'],
  parents: ({ eventId }) => ({ eventId, tourId: null }),
  changes: {
    created: { says: 'An access link was made. The data has no token.' },
    updated: { says: 'An access link got another name or end.', updates: true },
    revoked: { says: 'An access link was revoked. The data has the last record.', updates: true },
  },
});
