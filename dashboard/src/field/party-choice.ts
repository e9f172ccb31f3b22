import { element, written } from './dom';
import type { FieldGuest } from './types';
import { words } from './words';

/** Boxes for some of a party. */
export function partyChoice(guests: readonly FieldGuest[], party: string, checked = false) {
  const boxes = guests.map((guest) => ({ guest, box: element('input', { type: 'checkbox', checked }) }));
  const field = element(
    'fieldset',
    {},
    element('legend', {}, words.party(party)),
    ...boxes.map(({ guest: { name, people }, box }) =>
      element('label', {}, box, element('span', {}, written(name), people === 1 ? '' : ` · ${words.people(people)}`)),
    ),
  );
  return { field, chosen: () => boxes.filter(({ box }) => box.checked).map(({ guest }) => guest) };
}
