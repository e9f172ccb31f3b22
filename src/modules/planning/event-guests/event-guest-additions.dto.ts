import type { FieldProblem } from '../../../kernel/problems';
import { Combining } from '../../../platform/fields/combinations';
import { notAllowed, wrongType } from '../../../platform/fields/field-errors';
import { Custom, Id, IdList, ListOf, Nested, PatchOf, Text } from '../../../platform/fields/fields';
import { CreateGuest } from '../guests';
import { EventGuestView } from './event-guests.dto';

const MAX_GUESTS = 1000;
const GUEST = { description: 'An existing guest.' } as const;
const GUESTS = {
  min: 1,
  max: MAX_GUESTS,
  description: 'Several existing guests: all of them are added, or none.',
} as const;

/** One of the shapes of {@link AddEventGuests}. */
export class AddKnownGuest {
  @Id(GUEST) guestId: string;
}

/** One of the shapes of {@link AddEventGuests}. */
export class AddKnownGuests {
  @IdList(GUESTS) guestIds: string[];
}

/** Who is put on an event without being named one by one: exactly one of the three. */
export class GuestSource {
  @Id({ presence: 'optional', description: 'Everybody who is on this other event, whatever they answered.' })
  eventId?: string;
  @Text({
    min: 1,
    max: 50,
    presence: 'optional',
    description: 'All guests with this tag, ignoring case and accents.',
    example: 'vip',
  })
  tag?: string;
  @Custom(
    { presence: 'optional', description: 'All guests of the organization.', example: true },
    { type: 'boolean', enum: [true] },
    (value) => {
      if (typeof value !== 'boolean') return wrongType('a boolean');
      return value ? null : notAllowed('must be', ['true']);
    },
  )
  all?: true;
}

const FROM = {
  description: 'Everybody of another event, with a tag, or all guests: give one of the three.',
  example: { tag: 'vip' },
} as const;

/** One of the shapes of {@link AddEventGuests}. */
export class AddGuestsFrom {
  @Nested(() => GuestSource, FROM) from: GuestSource;
}

/** Either `guestId`, or `guestIds`, or `from`, or the fields of somebody new. */
@Combining(waysProblems)
@Combining(sourceProblems)
export class AddEventGuests extends PatchOf(CreateGuest) {
  @Id({ ...GUEST, presence: 'optional' }) guestId?: string;
  @IdList({ ...GUESTS, presence: 'optional' }) guestIds?: string[];
  @Nested(() => GuestSource, { ...FROM, presence: 'optional' }) from?: GuestSource;
}

/** Several guests who were added to an event together. */
export class AddedEventGuests {
  @ListOf(() => EventGuestView, {
    description:
      'In the order in which `guestIds` names them; with `from`, in the order in which the guests were created.',
  })
  readonly data: EventGuestView[];
}

/** Which of the ways of naming guests the input uses. */
export function choiceOf(
  input: AddEventGuests,
): { guestId: string } | { guestIds: string[] } | { from: GuestSource } | { newGuest: CreateGuest } {
  const { guestId, guestIds, from, name, ...fields } = input;
  if (guestId !== undefined) return { guestId };
  if (guestIds !== undefined) return { guestIds };
  if (from !== undefined) return { from };
  return { newGuest: { ...fields, name: name! } };
}

function waysProblems({ guestId, guestIds, from, ...fields }: AddEventGuests): FieldProblem[] {
  const named = namesOf(fields);
  const ways = [...namesOf({ guestId, guestIds, from }).map((name) => [name]), named];
  const taken = ways.filter((names) => names.length > 0);
  if (taken.length > 1) {
    return taken.flat().map((field) => ({
      field,
      code: 'not_combinable',
      message: `${field} is one of several ways to name a guest: give guestId, or guestIds, or from, or the fields of a new one.`,
    }));
  }
  if (taken.length > 0 && (named.length === 0 || fields.name !== undefined)) return [];
  const missing = named.length > 0 ? ['name'] : ['guestId', 'guestIds', 'from', 'name'];
  return missing.map((field) => ({
    field,
    code: 'required',
    message:
      named.length > 0 ? 'name is required of a new guest.' : 'One of guestId, guestIds, from and name is required.',
  }));
}

/** The rules of a nested shape are those of the shape around it. */
function sourceProblems({ from }: AddEventGuests): FieldProblem[] {
  if (typeof from !== 'object' || from === null) return [];
  const { eventId, tag, all } = from;
  const named = namesOf({ eventId, tag, all });
  if (named.length === 0)
    return [{ field: 'from', code: 'required', message: 'from requires one of eventId, tag and all.' }];
  if (named.length === 1) return [];
  return named.map((name) => ({
    field: `from.${name}`,
    code: 'not_combinable',
    message: `from.${name} is one of several: give eventId, or tag, or all.`,
  }));
}

function namesOf(fields: object): string[] {
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}
