import { firstOf } from '../../../kernel/lists';
import { RecordKind } from '../../../platform/records/record-kind';
import { AcknowledgementView } from './conflicts.dto';

export const CONFLICT_RECORD = new RecordKind<AcknowledgementView>({
  type: 'conflict',
  view: AcknowledgementView,
  resource: 'events',
  parents: ({ eventIds }) => ({ eventId: firstOf(eventIds), tourId: null }),
  changes: {
    acknowledged: { says: 'Somebody acknowledged a conflict, or changed the note about it.' },
    reopened: {
      says:
        'A conflict does not count as acknowledged any more: somebody took that back, or a time that is involved changed. ' +
        'The data has the last record.',
    },
  },
});
