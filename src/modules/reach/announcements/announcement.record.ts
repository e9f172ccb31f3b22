import { RecordKind } from '../../../platform/records/record-kind';
import { AnnouncementView } from './announcements.dto';

export const ANNOUNCEMENT_RECORD = new RecordKind<AnnouncementView>({
  type: 'announcement',
  view: AnnouncementView,
  resource: 'announcements',
  // It belongs to the reader.
  unaudited: ['readAt'],
});
