import { exampleId } from '../../../platform/fields/example-id';
import { lifecycleOf, RecordKind } from '../../../platform/records/record-kind';
import { Event } from './event.entity';
import { EventView, type EventRow } from './events.dto';

const { updated } = lifecycleOf('An event');

export const EVENT_RECORD = new RecordKind<EventRow>({
  type: 'event',
  view: EventView,
  resource: 'events',
  named: { entity: Event, property: 'name' },
  derived: ['tourName'],
  userNames: { createdByName: 'createdBy' },
  parents: ({ id, tourId }) => ({ eventId: id, tourId }),
  changes: {
    created: {
      says:
        'An event was created. The data has its id, its name and the tour that it belongs to; for endpoints with ' +
        'fullPayload the record.',
      fields: {
        id: { type: 'string', format: 'uuid', example: exampleId('event') },
        name: { type: 'string', example: 'Opening night' },
        tourId: { type: ['string', 'null'], format: 'uuid', example: exampleId('tour') },
      },
      fullOnRequest: true,
    },
    updated,
    deleted: {
      says:
        'An event was deleted. The data has the last record. Its guests, team, assignments and expenses are gone with ' +
        'it; no events of their own are sent.',
    },
  },
});
