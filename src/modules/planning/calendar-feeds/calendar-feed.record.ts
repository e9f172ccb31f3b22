import { RecordKind } from '../../../platform/records/record-kind';
import { CalendarFeedView } from './calendar-feeds.dto';

export const CALENDAR_FEED_RECORD = new RecordKind<CalendarFeedView>({
  type: 'calendar_feed',
  view: CalendarFeedView,
  resource: 'events',
  parents: ({ tourId }) => ({ eventId: null, tourId }),
  changes: {
    created: { says: 'Somebody made a calendar feed for themselves. The data does not have its link.' },
    revoked: {
      says: 'A calendar feed was revoked, or ended with its user’s membership. The data has the last record.',
    },
  },
});
