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
    completed: { says: 'A message was sent to all of its recipients, or could not be sent to some.' },
  },
});
