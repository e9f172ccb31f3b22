import { enumeration } from '../../../kernel/enumeration';
import { OrderedBounds } from '../../../platform/fields/combinations';
import { exampleId } from '../../../platform/fields/example-id';
import {
  Custom,
  Id,
  IdList,
  ListOf,
  Nested,
  OneOf,
  PERIOD_BOUND,
  QueryFlag,
  SomeOf,
  Text,
  Timestamp,
  TimestampOrDate,
} from '../../../platform/fields/fields';
import { UnidentifiedPageQuery } from '../../../platform/fields/page.query';
import { CONFLICT_KINDS, type ConflictKind } from './conflict-acknowledgement.entity';

const KIND = {
  description:
    '`vehicle`, `driver`, `team_member`, `guest`: two events (or trips) need the same one at overlapping times. ' +
    '`outside_tour`: an event does not lie within the days of its tour. `over_capacity`: more people accepted than may come.',
  example: 'vehicle',
} as const;
const NOTE = {
  max: 1000,
  lines: true,
  presence: 'nullable',
  example: 'The second driver takes over in Linz.',
} as const;

const SEVERITIES = enumeration('ConflictSeverity', ['error', 'warning']);
export type ConflictSeverity = (typeof SEVERITIES)[number];

const SUBJECT_TYPES = enumeration('ConflictSubjectType', ['vehicle', 'user', 'contact', 'guest', 'tour', 'event']);
export type ConflictSubjectType = (typeof SUBJECT_TYPES)[number];

/** Conflicts have two events at most. */
const MAX_EVENTS = 2;

@OrderedBounds()
export class ConflictsQuery extends UnidentifiedPageQuery {
  @TimestampOrDate({ presence: 'optional', description: `Conflicts that end after it. ${PERIOD_BOUND}` })
  from?: string;
  @TimestampOrDate({ presence: 'optional', description: `Conflicts that begin then or earlier. ${PERIOD_BOUND}` })
  to?: string;
  @Id({ presence: 'optional', description: 'Conflicts of this event; none for one that does not exist.' })
  eventId?: string;
  @Id({ presence: 'optional', description: 'Conflicts of events of this tour; none for one that does not exist.' })
  tourId?: string;
  @SomeOf(CONFLICT_KINDS) kind?: ConflictKind[];
  @QueryFlag({
    presence: 'optional',
    description: 'Those that somebody has acknowledged, instead of the others.',
    default: 'false',
  })
  acknowledged?: boolean;
}

/** Which conflict is meant. */
export class ConflictReference {
  @OneOf(CONFLICT_KINDS, KIND) kind: ConflictKind;
  @Id({ of: 'vehicle', description: 'The `id` of its `subject`.' }) subjectId: string;
}

export class AcknowledgeConflict extends ConflictReference {
  @IdList({ min: 1, max: MAX_EVENTS, description: 'The `id` of each of its `events`, in any order.' })
  eventIds: string[];
  @Text(NOTE) note?: string | null;
}

export class AcknowledgementQuery extends ConflictReference {
  @Custom(
    { description: 'The `id` of each of its `events`, in any order, with commas between them or repeated.' },
    { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: MAX_EVENTS, example: [exampleId('event')] },
    (value) =>
      (value as string[]).length > MAX_EVENTS
        ? {
            code: 'out_of_range',
            message: `must have 1 to ${MAX_EVENTS} entries.`,
            params: { min: 1, max: MAX_EVENTS },
          }
        : null,
    (value) =>
      value === undefined
        ? value
        : [...new Set((Array.isArray(value) ? value : [value]).flatMap((part) => String(part).split(',')))],
  )
  eventIds: string[];
}

export class ConflictSubject {
  @OneOf(SUBJECT_TYPES, {
    description:
      'Who works on a team is a `user`, or a `contact`, known by e-mail address or phone number, whose id is that of their first ' +
      'entry on a team.',
    example: 'vehicle',
  })
  readonly type: ConflictSubjectType;
  @Id({ of: 'vehicle' }) readonly id: string;
  @Text({
    max: 200,
    presence: 'nullable',
    description: 'Null for a guest where the key’s scopes do not include reading guests.',
    example: 'Coach 1',
  })
  readonly name: string | null;
}

export class ConflictEvent {
  @Id({ of: 'event' }) readonly id: string;
  @Text({ max: 200, example: 'Salzburg: open-air concert' }) readonly name: string;
  @Timestamp({ presence: 'nullable' }) readonly startsAt: string | null;
  @Timestamp({ presence: 'nullable', example: '2027-05-14T22:00:00.000Z' }) readonly endsAt: string | null;
}

export class AcknowledgedBy {
  @Text(NOTE) readonly note: string | null;
  @Text({ max: 200, presence: 'nullable', example: 'Ada Planner' }) readonly byName: string | null;
  @Timestamp() readonly at: string;
}

/** A conflict as the API shows it. */
export class ConflictView {
  @OneOf(CONFLICT_KINDS, KIND) readonly kind: ConflictKind;
  @OneOf(SEVERITIES, { example: 'error' }) readonly severity: ConflictSeverity;
  @Nested(() => ConflictSubject) readonly subject: ConflictSubject;
  @ListOf(() => ConflictEvent, {
    description: 'Both, the earlier first; one where it is about one, as two trips of an event can be.',
  })
  readonly events: ConflictEvent[];
  @Timestamp({
    presence: 'nullable',
    description: 'When it begins: with the overlap; of one event, with that. Null for an event without a start.',
  })
  readonly from: string | null;
  @Timestamp({ presence: 'nullable', example: '2027-05-14T11:30:00.000Z' }) readonly to: string | null;
  @Nested(() => AcknowledgedBy, { presence: 'nullable', description: 'Who knows of it.' })
  readonly acknowledged: AcknowledgedBy | null;
}

/** What is recorded of an acknowledgement. */
export class AcknowledgementView {
  @Id({ of: 'conflict' }) readonly id: string;
  @OneOf(CONFLICT_KINDS, KIND) readonly kind: ConflictKind;
  @Id({ of: 'vehicle' }) readonly subjectId: string;
  @IdList({ min: 1, max: MAX_EVENTS }) readonly eventIds: string[];
  @Text(NOTE) readonly note: string | null;
  @Id({ of: 'user' }) readonly createdBy: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}
