import { Connection, type ConnectionOptions } from './connection.js';
import { TourEventsResources } from './generated/face.gen.js';

/**
 * The API, resource by resource: `te.tours.list()`, `te.events.guests.answer(eventId, id, { rsvp: 'accepted' })`.
 *
 * Every call throws an {@link ApiError} for an error response. Money is a decimal string and a moment an ISO 8601 string,
 * as in the API.
 */
export class TourEvents extends TourEventsResources {
  constructor(options: ConnectionOptions = {}) {
    super(new Connection(options));
  }
}
