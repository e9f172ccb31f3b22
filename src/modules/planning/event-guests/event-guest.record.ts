import { RecordKind } from '../../../platform/records/record-kind';
import { GUEST_RECORD } from '../guests';
import { EventGuest } from './event-guest.entity';
import { EventGuestView } from './event-guests.dto';

export const EVENT_GUEST_RECORD = new RecordKind<EventGuestView>({
  type: 'event_guest',
  view: EventGuestView,
  resource: 'guests',
  named: { entity: EventGuest, property: 'guestId', of: GUEST_RECORD },
  // Whoever has the link may answer for the guest.
  secret: ['rsvpUrl', 'passUrl'],
  // Whoever has the code comes in with it: receivers of events print badges, but the log is read by others, for years.
  unaudited: ['code'],
  personOf: ({ guestId }) => guestId,
  externalIdIn: 'guest',
  // Who is in a party is a change of the party.
  derived: ['party'],
  parents: ({ eventId }) => ({ eventId, tourId: null }),
  changes: {
    added: { says: 'A guest was put on an event.' },
    updated: {
      says: 'The notes on a guest of an event, their companions or answers to questions, or how many they may bring, were changed.',
      updates: true,
    },
    removed: { says: 'A guest was taken off an event. The data has the last record.' },
    answered: {
      type: 'guest.rsvp',
      says: 'A guest of an event answered, or the answer was changed for them.',
      updates: true,
    },
    checked_in: { type: 'guest.checked_in', says: 'A guest of an event was checked in.', updates: true },
    check_in_undone: {
      type: 'guest.check_in_undone',
      says: 'The check-in of a guest of an event was undone.',
      updates: true,
    },
    waitlisted: {
      type: 'guest.waitlisted',
      says:
        'A guest of an event asked for a place that there is not, or was put on the waiting list for them; again when ' +
        'they ask for more people, and wait from then on.',
      updates: true,
    },
    promoted: {
      type: 'guest.promoted',
      says: 'A guest on the waiting list of an event got a place. Comes with guest.rsvp.',
      updates: true,
    },
    vehicle_changed: {
      type: 'guest.vehicle_changed',
      says: 'A guest of an event got another vehicle, or none.',
      updates: true,
    },
  },
  typeOf: updateType,
});

/** What a planner changes of a guest on an event goes by the part that matters most, as it does for webhooks. */
function updateType(action: string, fields: readonly string[]): string | null {
  if (action !== 'event_guest.updated') return null;
  if (fields.includes('rsvp') || fields.includes('plusOnes')) return 'guest.rsvp';
  return fields.includes('vehicleAssignmentId') ? 'guest.vehicle_changed' : null;
}
