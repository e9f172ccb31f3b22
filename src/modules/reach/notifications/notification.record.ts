import { RecordKind } from '../../../platform/records/record-kind';
import { Notification } from './notification.entity';
import { NotificationView, type NotificationRecord } from './notifications.dto';

export const NOTIFICATION_RECORD = new RecordKind<NotificationRecord>({
  type: 'notification',
  view: NotificationView,
  resource: 'notifications',
  named: { entity: Notification, property: 'subject' },
  derived: ['eventName', 'sentSubject'],
  userNames: { createdByName: 'createdBy' },
  parents: ({ eventId }) => ({ eventId, tourId: null }),
  changes: {
    created: {},
    retried: {},
    updated: { says: 'A message that is sent later was changed. The data has the new record.', updates: true },
    deleted: { says: 'A message that was to be sent later was deleted. The data has the last record.' },
    completed: { says: 'A message was sent to all of its recipients, or could not be sent to some.' },
  },
});
