import { enumeration } from '../../../kernel/enumeration';
import { OrderedBounds } from '../../../platform/fields/combinations';
import { Nested, OneOf, PERIOD_BOUND, SomeOf, TimestampOrDate } from '../../../platform/fields/fields';
import { WalkedQuery } from '../../../platform/fields/page.query';
import { EventBrief, type EventBriefRow } from '../events';
import { RSVPS, type Rsvp } from './event-guest.entity';
import { EventGuestView, type EventGuestRow } from './event-guests.dto';

const GUEST_EVENT_SORTS = enumeration('GuestEventSort', ['createdAt', 'startsAt']);

@OrderedBounds()
export class GuestEventsQuery extends WalkedQuery {
  @SomeOf(RSVPS) rsvp?: Rsvp[];
  @TimestampOrDate({
    presence: 'optional',
    description: `Events that start then or later, or are still running then. ${PERIOD_BOUND}`,
  })
  from?: string;
  @TimestampOrDate({ presence: 'optional', description: `Events that start then or earlier. ${PERIOD_BOUND}` })
  to?: string;
  @OneOf(GUEST_EVENT_SORTS, {
    presence: 'optional',
    description: 'When the guest was put on the event, or when that starts.',
    default: 'createdAt',
  })
  sortBy?: (typeof GUEST_EVENT_SORTS)[number];
}

/** An event guest with its event. */
export class GuestEventView extends EventGuestView {
  @Nested(() => EventBrief) readonly event: EventBrief;
}

/** A row as the repository reads it. */
export type GuestEventRow = EventGuestRow & EventBriefRow;
