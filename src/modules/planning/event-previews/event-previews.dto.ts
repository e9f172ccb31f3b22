import { Integer, ListOf, Nested, Flag, Id, Shown, Text, Timestamp } from '../../../platform/fields/fields';
import { ConflictView } from '../conflicts';

const COUNT = { min: 0, max: 2 ** 31 - 1 } as const;

/** What is wrong with a change that would be refused. */
export class PreviewError {
  @Text({
    max: 200,
    presence: 'nullable',
    description: 'The field, where it is about one.',
    example: 'endsAt',
  })
  readonly field: string | null;
  @Text({ max: 100, description: 'As in the errors of the change itself.', example: 'ends_before_start' })
  readonly code: string;
  @Text({ max: 1000, example: 'endsAt must not be before startsAt.' }) readonly message: string;
}

export class PreviewConflicts {
  @ListOf(() => ConflictView, { description: 'There only once it is changed.' }) readonly added: ConflictView[];
  @ListOf(() => ConflictView, { description: 'Gone once it is changed.' }) readonly removed: ConflictView[];
}

export class PreviewGuests {
  @Integer({ ...COUNT, description: 'Guests whose answer is not pending.', example: 86 }) readonly answered: number;
  @Integer({ ...COUNT, example: 104 }) readonly total: number;
}

export class PreviewDeparture {
  @Timestamp() readonly before: string;
  @Timestamp({ example: '2027-05-15T09:30:00.000Z' }) readonly after: string;
}

export class PreviewTripConflict {
  @Text({ max: 20, description: '`vehicle` or `driver`.', example: 'vehicle' }) readonly kind: string;
  @Id() readonly tripId: string;
  @Id() readonly eventId: string;
  @Text({ max: 200, example: 'Salzburg: open-air concert' }) readonly eventName: string;
}

/** A trip of the event that has not departed. */
export class PreviewTrip {
  @Id({ of: 'trip' }) readonly id: string;
  @Nested(() => PreviewDeparture, { description: 'The same twice for a trip that stays.' })
  readonly departsAt: PreviewDeparture;
  @ListOf(() => PreviewTripConflict, { description: 'Once it is changed.' })
  readonly conflicts: PreviewTripConflict[];
}

/** A message that a rule sends because of the change. */
export class PreviewMessage {
  @Id({ of: 'messageRule' }) readonly ruleId: string;
  @Text({ max: 200, example: 'The event has moved' }) readonly name: string;
  @Integer({ ...COUNT, example: 86 }) readonly recipients: number;
  @Timestamp() readonly at: string;
}

/** What a change of an event would do. */
export class EventPreview {
  @Flag({ description: 'Whether the change would be accepted.' }) readonly valid: boolean;
  @ListOf(() => PreviewError, { description: 'What it would be refused for; none where it is valid.' })
  readonly errors: PreviewError[];
  @Shown({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { before: {}, after: {} },
      required: ['before', 'after'],
    },
    description: 'The fields that would change, each with its value before and after.',
    example: { startsAt: { before: '2027-05-14T17:30:00.000Z', after: '2027-05-15T17:30:00.000Z' } },
  })
  readonly changes: Record<string, { before: unknown; after: unknown }>;
  @Nested(() => PreviewConflicts) readonly conflicts: PreviewConflicts;
  @Nested(() => PreviewGuests) readonly guests: PreviewGuests;
  @ListOf(() => PreviewTrip, { description: 'The trips that have not departed.' }) readonly trips: PreviewTrip[];
  @ListOf(() => PreviewMessage, {
    description:
      'What message rules would send because of it: of the change itself, and what then goes out at another time.',
  })
  readonly messages: PreviewMessage[];
  @Text({
    max: 100,
    description: 'The ETag of the event that was looked at: send it as If-Match with the change.',
    example: '"x3Zk1pQm8sVb2tYw7uLc9a"',
  })
  readonly etag: string;
}
