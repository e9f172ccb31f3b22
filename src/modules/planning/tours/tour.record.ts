import { lifecycleOf, RecordKind } from '../../../platform/records/record-kind';
import { Tour } from './tour.entity';
import { TourView } from './tours.dto';

export const TOUR_RECORD = new RecordKind<TourView>({
  type: 'tour',
  view: TourView,
  resource: 'tours',
  named: { entity: Tour, property: 'name' },
  parents: ({ id }) => ({ eventId: null, tourId: id }),
  changes: lifecycleOf('A tour'),
});
