import { folded } from '../shared/folded';
import { readPassCode } from './pass-code';
import type { FieldGuest, FieldView } from './types';

/** Fewer letters of a code than that are taken for a name. */
const MIN_CODE_PART = 4;

type Guests = readonly FieldGuest[];

const isTrip = ({ link }: FieldView) => link.kind === 'trip';

/** Whether a guest is in, or has been on board. */
export function isDone({ checkedInAt, tripStatus }: FieldGuest, view: FieldView): boolean {
  return isTrip(view) ? tripStatus === 'boarded' || tripStatus === 'alighted' : checkedInAt !== null;
}

/** Whether nothing speaks against it. */
export function mayPass({ alert, tripStatus }: FieldGuest, view: FieldView): boolean {
  return alert !== 'declined' && alert !== 'cancelled' && !(isTrip(view) && tripStatus === null);
}

/** Those of a guest's party who can still come in, or on board, with them. */
export function restOfParty({ party, eventGuestId }: FieldGuest, guests: Guests, view: FieldView): FieldGuest[] {
  if (party === null) return [];
  return guests.filter(
    (other) =>
      other.party?.id === party.id &&
      other.eventGuestId !== eventGuestId &&
      mayPass(other, view) &&
      !isDone(other, view),
  );
}

/** How many people are done, of how many who are expected. */
export function countPeople(guests: Guests, view: FieldView): { done: number; all: number } {
  const people = (some: Guests) => some.reduce((sum, guest) => sum + guest.people, 0);
  const expected = guests.filter(({ rsvp, tripStatus }) => (isTrip(view) ? tripStatus !== null : rsvp === 'accepted'));
  const done = people(guests.filter((guest) => isDone(guest, view)));
  return { done, all: Math.max(people(expected), done) };
}

/** Guests under a heading; null for all who need none. */
export interface GuestGroup {
  readonly heading: 'noStop' | 'notOnTrip' | { readonly stop: string; readonly departsAt: string | null } | null;
  readonly guests: Guests;
}

/** Guests as they come: on a bus by stop, in their order, and at the end who is not on it. */
export function inGroups(guests: Guests, view: FieldView): GuestGroup[] {
  if (view.trip === null) return [{ heading: null, guests }];
  const { stops } = view.trip;
  const passengers = guests.filter(({ tripStatus }) => tripStatus !== null);
  const at = (stop: string | null) => passengers.filter((guest) => (guest.stop?.name ?? null) === stop);
  const names = new Map(stops.map(({ name, departsAt }) => [name, departsAt]));
  const groups: GuestGroup[] = [
    ...[...names].map(([stop, departsAt]) => ({ heading: { stop, departsAt }, guests: at(stop) })),
    { heading: stops.length === 0 ? null : 'noStop', guests: at(null) },
    { heading: 'notOnTrip', guests: guests.filter(({ tripStatus }) => tripStatus === null) },
  ];
  return groups.filter((group) => group.guests.length > 0);
}

/** Finds guests as somebody types, as the service finds them. */
export class GuestSearch {
  private readonly names: readonly string[];

  /** @param forms of names that were prepared before: the list is drawn again after each guest */
  constructor(
    private readonly guests: Guests,
    private readonly forms: Map<string, string>,
  ) {
    this.names = guests.map(({ name, companions, party }) =>
      this.formOf([name, ...companions, party?.name ?? ''].join(' ')),
    );
  }

  /** Whose name, companion, group or code is like that, in any order of words. */
  find(typed: string): FieldGuest[] {
    const whole = this.byCode(typed);
    if (whole !== null) return [whole];
    const words = folded(typed).split(/\s+/).filter(Boolean);
    const code = typed.toUpperCase().replace(/[\s-]/g, '');
    return this.guests.filter(
      (guest, index) =>
        words.every((word) => this.names[index]!.includes(word)) ||
        (code.length >= MIN_CODE_PART && guest.code.startsWith(code)),
    );
  }

  byCode(text: string): FieldGuest | null {
    const code = readPassCode(text);
    return (code !== null && this.guests.find((each) => each.code === code)) || null;
  }

  private formOf(text: string): string {
    const known = this.forms.get(text);
    if (known !== undefined) return known;
    const form = folded(text);
    this.forms.set(text, form);
    return form;
  }
}
