import { PickType } from '@nestjs/swagger';
import { enumeration } from '../../../kernel/enumeration';
import { Currency, Id, Integer, ListOf, Nested, OneOf, Sum, Text, Timestamp } from '../../../platform/fields/fields';
import { EventBrief, VenueShape } from '../../planning/events';
import { EventFigures } from '../../planning/summaries';
import { type Channel, CHANNELS } from '../../reach/notifications';

/** The most urgent first: what stops an event, what costs money, what can wait. */
export const ATTENTION_KINDS = enumeration('AttentionKind', [
  'trip_conflict',
  'driver_missing',
  'vehicle_conflict',
  'guests_without_seat',
  'waitlist_fits',
  'notification_failed',
  'over_budget',
  'webhook_failing',
  'invoice_due',
  'email_unconfirmed',
  'answers_missing',
]);
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

const COUNT = { min: 0, max: 2 ** 31 - 1 };

/** What a tour may cost. */
export class TourBudget {
  @Sum({ example: '48000.00' }) readonly amount: string;
  @Currency() readonly currency: string;
}

class UpcomingVenue extends PickType(VenueShape, ['name', 'city']) {}

/** A vehicle of an event, and how full it is. */
class UpcomingVehicle {
  @Id() readonly vehicleAssignmentId: string;
  @Text({ max: 200, example: 'Coach 1' }) readonly name: string;
  @Integer({ ...COUNT, description: 'Seats that count now.', example: 49 }) readonly capacity: number;
  @Integer({ ...COUNT, description: 'Seats taken, plus-ones included.', example: 47 }) readonly seatsUsed: number;
}

/** An event that is coming or under way, with its figures. */
export class UpcomingEvent extends EventFigures {
  @Nested(() => EventBrief) readonly event: EventBrief;
  @Nested(() => TourBudget, { presence: 'nullable', description: "The budget of the event's tour." })
  readonly budget: TourBudget | null;
  @Id({ presence: 'nullable', description: 'Its tour.' }) readonly tourId: string | null;
  @Nested(() => UpcomingVenue, { presence: 'nullable', description: 'Where it is.' })
  readonly venue: UpcomingVenue | null;
  @ListOf(() => UpcomingVehicle, { description: 'The first twenty, by name.' })
  readonly assignedVehicles: UpcomingVehicle[];
  @Timestamp({ presence: 'nullable', description: 'When the first of the team are called.' })
  readonly firstCallTime: string | null;
}

/** Something that somebody should look at. */
export class AttentionItem {
  @OneOf(ATTENTION_KINDS) readonly kind: AttentionKind;
  @Integer({
    ...COUNT,
    description:
      'Of `answers_missing` guests, of `guests_without_seat` people (guests who accepted, with plus-ones), of ' +
      '`waitlist_fits` guests who wait and would be accepted, in their order, with the places that are free, of `vehicle_conflict` ' +
      'events that need the same vehicle, of `trip_conflict` and `driver_missing` trips, of `webhook_failing` deliveries, of ' +
      '`notification_failed` ' +
      'recipients, of `invoice_due` invoices; otherwise 1.',
    example: 12,
  })
  readonly count: number;
  @Id({ presence: 'nullable', description: 'The event that it is about.' }) readonly eventId: string | null;
  @Id({ presence: 'nullable', description: 'The tour that it is about.' }) readonly tourId: string | null;
  @Id({ presence: 'nullable', description: 'The endpoint that it is about.' }) readonly webhookId: string | null;
  @Text({ max: 2000, presence: 'nullable', description: 'The name of the event or tour, the URL of the endpoint.' })
  readonly name: string | null;
}

export class RecordCounts {
  @Integer({ ...COUNT, example: 4 }) readonly tours: number;
  @Integer({ ...COUNT, example: 37 }) readonly events: number;
  @Integer({ ...COUNT, example: 1204 }) readonly guests: number;
  @Integer({ ...COUNT, example: 9 }) readonly vehicles: number;
  @Integer({ ...COUNT, presence: 'nullable', description: 'Null without `users.read`.', example: 6 })
  readonly members: number | null;
}

class MessagesEvent extends PickType(EventBrief, ['id', 'name', 'timezone']) {}

/** A message that goes out today. */
export class MessageOfToday {
  @Timestamp({ description: 'When it goes out; of a rule that asks each guest at a time of their own, the first.' })
  readonly at: string;
  @Text({ max: 512, description: "The rule's name, the subject, or the template.", example: 'Reminder' })
  readonly name: string;
  @OneOf(CHANNELS, { example: 'email' }) readonly channel: Channel;
  @Id({ presence: 'nullable', description: 'What somebody has scheduled.', example: null })
  readonly notificationId: string | null;
  @Id({ presence: 'nullable', description: 'The rule that sends it.' }) readonly ruleId: string | null;
  @Nested(() => MessagesEvent, { presence: 'nullable', description: 'The event that it is about.' })
  readonly event: MessagesEvent | null;
  @Integer({ ...COUNT, description: 'People whom it would reach, as things stand.', example: 120 })
  readonly recipients: number;
}

export class MessagesToday {
  @Integer({ ...COUNT, description: 'Messages: of a rule one for each event.', example: 3 }) readonly count: number;
  @ListOf(() => MessageOfToday, { description: 'The first ten, the earliest first.' }) readonly data: MessageOfToday[];
}

/** What an organization's people want to see first. */
export class Overview {
  @ListOf(() => UpcomingEvent, { description: 'The next ten events that are neither over nor cancelled.' })
  readonly upcoming: UpcomingEvent[];
  @ListOf(() => AttentionItem, {
    description: 'The most urgent kind first, at most ten of each; of a kind the soonest events first.',
  })
  readonly attention: AttentionItem[];
  @Nested(() => MessagesToday, {
    description:
      "What goes out from now until midnight in the organization's zone: scheduled messages, and those of rules.",
  })
  readonly messagesToday: MessagesToday;
  @Nested(() => RecordCounts) readonly counts: RecordCounts;
}
