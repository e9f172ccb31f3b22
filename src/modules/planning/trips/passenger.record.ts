import { exampleId } from '../../../platform/fields/example-id';
import { RecordKind } from '../../../platform/records/record-kind';
import { PassengerChangeView } from './passengers.dto';

const id = (of: string) => ({ type: 'string', format: 'uuid', example: exampleId(of) });

export const PASSENGER_RECORD = new RecordKind<PassengerChangeView>({
  type: 'passenger',
  view: PassengerChangeView,
  resource: 'vehicles',
  derived: ['eventId', 'guestId'],
  personOf: ({ guestId, eventGuestId }) => guestId ?? eventGuestId,
  parents: ({ eventId }) => ({ eventId, tourId: null }),
  changes: {
    updated: {
      says:
        'A guest was added to a trip, boarded, was not there, got off, got another stop, or was taken off it (`status` is ' +
        'null). Seats are told of by `guest.vehicle_changed`.',
      updates: true,
      fields: {
        tripId: id('trip'),
        eventGuestId: id('eventGuest'),
        status: { type: ['string', 'null'], example: 'boarded' },
        stopId: { ...id('stop'), type: ['string', 'null'] },
      },
    },
  },
});
