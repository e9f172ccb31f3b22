import type { FieldProblem } from '../../../kernel/problems';
import { Combining } from '../../../platform/fields/combinations';
import { Id, OneOf, Timestamp, Uri } from '../../../platform/fields/fields';
import { FEED_KINDS, type FeedKind } from './calendar-feed.entity';

const KIND = {
  description:
    '`organization`: all events. `tour`: a tour and its events. `mine`: the events on whose team you are, but for those ' +
    'that you declined, with your call times, and the trips that you drive.',
  example: 'mine',
} as const;

@Combining(tourProblem)
export class CreateCalendarFeed {
  @OneOf(FEED_KINDS, KIND) kind: FeedKind;
  @Id({ presence: 'nullable', description: 'The tour of a feed of the kind `tour`, and of no other.' })
  tourId?: string | null;
}

function tourProblem({ kind, tourId }: { kind?: unknown; tourId?: unknown }): FieldProblem | null {
  if (kind === 'tour' && tourId == null) return { field: 'tourId', code: 'required', message: 'tourId is required.' };
  if ((kind === 'organization' || kind === 'mine') && tourId != null)
    return { field: 'tourId', code: 'not_combinable', message: `tourId does not go with the kind ${kind}.` };
  return null;
}

/** A feed as the API shows it. */
export class CalendarFeedView {
  @Id({ of: 'calendarFeed' }) readonly id: string;
  @OneOf(FEED_KINDS, KIND) readonly kind: FeedKind;
  @Id({ presence: 'nullable' }) readonly tourId: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** What creating one returns. */
export class CreatedCalendarFeedView extends CalendarFeedView {
  @Uri({
    max: 500,
    description: 'What to subscribe to. Whoever has it can read the calendar; it is shown this once.',
    example: 'https://tours.example.com/calendar/3q2-7wWhk1lCy9mXoYtRzTn5gB0dVfJpQsUeAaLxH4M.ics',
  })
  readonly url: string;
}
