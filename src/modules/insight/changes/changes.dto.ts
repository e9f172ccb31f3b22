import { ACTOR_TYPES } from '../../../platform/audit/audit-record.entity';
import { Flag, Id, ListOf, Nested, OneOf, Shown, SomeOf, Text, Timestamp } from '../../../platform/fields/fields';
import { LimitQuery } from '../../../platform/fields/page.query';
import { enumeration } from '../../../kernel/enumeration';
import { CHANGE_TARGETS, CHANGE_TYPES } from './change-types';

const CURSOR = { max: 100, example: 'AAAAAAAAABcBmdTSoABvb1Rk5m0q1L2hYI0c0XnAUQnVw2qX' };
const AFTER = 'The `cursor` or `next` of an earlier response; without it, the changes from now on.';
const OF_EVENT = 'Only changes of this event and of what is on it.';
const OF_TOUR = 'Only changes of this tour, of its events and of what is on them.';

const SELF = enumeration('ExcludedChanges', ['self']);
const EXCLUDE = {
  presence: 'optional',
  description: 'With `self`, without the changes whose `actor` is the calling key or user.',
  example: 'self',
} as const;

const INCLUDES = enumeration('ChangeInclude', ['record']);
const INCLUDE = { description: 'With `record`, each change has the record as it is now.' };

/** The filters of changes, and what is shown of each. */
export type WantedChanges = Pick<ChangesQuery, 'types' | 'eventId' | 'tourId' | 'exclude' | 'include'>;

/** Which changes a caller follows. */
export class ChangesQuery extends LimitQuery {
  @Text({ ...CURSOR, presence: 'optional', description: AFTER }) after?: string;
  @SomeOf(CHANGE_TYPES, { description: 'Only changes of these types.' }) types?: string[];
  @Id({ presence: 'optional', description: OF_EVENT }) eventId?: string;
  @Id({ presence: 'optional', description: OF_TOUR }) tourId?: string;
  @OneOf(SELF, EXCLUDE) exclude?: (typeof SELF)[number];
  @SomeOf(INCLUDES, INCLUDE) include?: (typeof INCLUDES)[number][];
}

/** Which changes a stream brings. */
export class ChangesStreamQuery {
  @Text({ ...CURSOR, presence: 'optional', description: `${AFTER} \`Last-Event-ID\` comes before it.` }) after?: string;
  @SomeOf(CHANGE_TYPES, { description: 'Only changes of these types.' }) types?: string[];
  @Id({ presence: 'optional', description: OF_EVENT }) eventId?: string;
  @Id({ presence: 'optional', description: OF_TOUR }) tourId?: string;
  @OneOf(SELF, EXCLUDE) exclude?: (typeof SELF)[number];
  @SomeOf(INCLUDES, INCLUDE) include?: (typeof INCLUDES)[number][];
}

class ChangeActorView {
  @OneOf(ACTOR_TYPES, { example: 'user' }) readonly type: (typeof ACTOR_TYPES)[number];
  @Id({ of: 'user', presence: 'nullable', description: 'Null for the system itself.' }) readonly id: string | null;
  @Text({ max: 200, presence: 'nullable', description: 'As it was at the time.', example: 'Ada Planner' })
  readonly name: string | null;
}

class ChangeTargetView {
  @OneOf(CHANGE_TARGETS, { example: 'expense' }) readonly type: string;
  @Id({ of: 'expense' }) readonly id: string;
  @Text({
    max: 200,
    presence: 'nullable',
    description:
      'What another system called it at the time of the change; of a guest on an event, what it called the guest. Null ' +
      'for records without one, and of people who are forgotten.',
    example: 'erp-4711',
  })
  readonly externalId: string | null;
}

/** A change as the API shows it: what happened to which record, and where it is asked for the record itself. */
export class ChangeView {
  @Text({ ...CURSOR, description: 'The cursor right after this change.' }) readonly cursor: string;
  @Id() readonly id: string;
  @OneOf(CHANGE_TYPES, { example: 'expense.updated' }) readonly type: string;
  @Timestamp() readonly occurredAt: string;
  @Nested(() => ChangeActorView) readonly actor: ChangeActorView;
  @Nested(() => ChangeTargetView) readonly target: ChangeTargetView;
  @Id({ presence: 'nullable', description: 'The event that the target is or belongs to.' })
  readonly eventId: string | null;
  @Id({ presence: 'nullable', description: 'The tour that the target is or belongs to.' })
  readonly tourId: string | null;
  @Shown({
    type: 'array',
    items: { type: 'string' },
    description: 'The names of the fields that changed; of a new or deleted record, those that it has.',
    example: ['amount'],
  })
  readonly changed: string[];
  @Shown({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    selfRequired: false,
    description:
      'With `include=record`: the record as it is now, as the route shows it that reads one of its kind. Null when it is ' +
      'gone, and where the target is a user, whose name or status changed: the list of members shows those.',
    example: null,
  })
  readonly record?: object | null;
}

export class ChangesView {
  @ListOf(() => ChangeView, { description: 'In the order that all readers see.' }) readonly data: ChangeView[];
  @Text({ ...CURSOR, description: 'Where to go on from.' }) readonly next: string;
  @Flag({
    description: 'Whether more can be read at once. There may be more even when `data` is empty, because of filters.',
    example: false,
  })
  readonly hasMore: boolean;
}
