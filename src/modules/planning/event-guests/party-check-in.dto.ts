import { IdList, ListOf } from '../../../platform/fields/fields';
import { CheckInEventGuest, EventGuestView } from './event-guests.dto';
import { MAX_MEMBERS } from './parties.dto';

export class CheckInParty extends CheckInEventGuest {
  @IdList({
    min: 1,
    max: MAX_MEMBERS,
    presence: 'optional',
    description: 'Those of the party who have come; without, all of it.',
  })
  eventGuestIds?: string[];
}

/** Those of a party who are in. */
export class CheckedInParty {
  @ListOf(() => EventGuestView, {
    description: 'Those who were named and have not declined, in the order of their ids.',
  })
  readonly data: EventGuestView[];
}
