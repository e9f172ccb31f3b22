import type { FieldProblem } from '../../../kernel/problems';
import { Combining } from '../../../platform/fields/combinations';
import { Id, IdList, ListOf, PatchOf } from '../../../platform/fields/fields';
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

/** Either `guestId`, or `guestIds`, or the fields of somebody new. */
@Combining(waysProblems)
export class AddEventGuests extends PatchOf(CreateGuest) {
  @Id({ ...GUEST, presence: 'optional' }) guestId?: string;
  @IdList({ ...GUESTS, presence: 'optional' }) guestIds?: string[];
}

/** Several guests who were added to an event together. */
export class AddedEventGuests {
  @ListOf(() => EventGuestView, { description: 'In the order in which `guestIds` names them.' })
  readonly data: EventGuestView[];
}

/** Which of the three ways of naming guests the input uses. */
export function choiceOf(
  input: AddEventGuests,
): { guestId: string } | { guestIds: string[] } | { newGuest: CreateGuest } {
  const { guestId, guestIds, name, ...fields } = input;
  if (guestId !== undefined) return { guestId };
  if (guestIds !== undefined) return { guestIds };
  return { newGuest: { ...fields, name: name! } };
}

function waysProblems({ guestId, guestIds, ...fields }: AddEventGuests): FieldProblem[] {
  const named = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const ways = [guestId === undefined ? [] : ['guestId'], guestIds === undefined ? [] : ['guestIds'], named];
  const taken = ways.filter((names) => names.length > 0);
  if (taken.length > 1) {
    return taken.flat().map((field) => ({
      field,
      code: 'not_combinable',
      message: `${field} is one of several ways to name a guest: give guestId, or guestIds, or the fields of a new one.`,
    }));
  }
  if (guestId !== undefined || guestIds !== undefined || fields.name !== undefined) return [];
  const missing = named.length > 0 ? ['name'] : ['guestId', 'guestIds', 'name'];
  return missing.map((field) => ({
    field,
    code: 'required',
    message: named.length > 0 ? 'name is required of a new guest.' : 'One of guestId, guestIds and name is required.',
  }));
}
