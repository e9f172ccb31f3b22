import { button, element } from './dom';
import { mayPass, restOfParty } from './guests';
import { partyChoice } from './party-choice';
import type { FieldGuest, FieldView, ScanAction } from './types';
import { words } from './words';

/** What actions are chosen by, and what they do. */
interface Around {
  readonly view: FieldView;
  readonly guests: readonly FieldGuest[];
  /** @param add takes along who is not on the trip */
  readonly act: (guests: readonly FieldGuest[], action: ScanAction, add?: boolean) => void;
}

/** What can be done with a guest as they are. */
export function actionsFor(guest: FieldGuest, around: Around): HTMLElement[] {
  const { view, act } = around;
  const does = (label: string, action: ScanAction) => button(label, () => act([guest], action));
  const undo = does(words.undo, 'undo');
  if (view.link.kind === 'door') {
    if (guest.checkedInAt !== null) return [...othersOf(guest, around), undo];
    return mayPass(guest, view) ? [comingWith(guest, around, words.checkIn, 'check_in')] : [];
  }
  const { tripStatus, alert } = guest;
  if (tripStatus === null) {
    if (alert === 'declined' || alert === 'cancelled') return [];
    return [button(words.add, () => act([guest], 'board', true), 'primary')];
  }
  if (tripStatus === 'alighted') return [undo];
  if (tripStatus === 'boarded')
    return [...othersOf(guest, around), does(words.gotOff, 'alight'), does(words.noShow, 'no_show'), undo];
  const board = comingWith(guest, around, words.board, 'board');
  return [board, ...(tripStatus === 'no_show' ? [undo] : [does(words.noShow, 'no_show')])];
}

/** The guest, with those of their party who are chosen; or the whole party in one tap. */
function comingWith(guest: FieldGuest, { view, guests, act }: Around, label: string, action: ScanAction): HTMLElement {
  const others = restOfParty(guest, guests, view);
  const { field, chosen } = partyChoice(others, guest.party?.name ?? '');
  const own = button(label, () => act([guest, ...chosen()], action), 'primary');
  if (others.length === 0) return own;
  const all = button(words.allOfParty(others.length + 1), () => act([guest, ...others], action), 'primary');
  return element('div', { className: 'actions' }, own, all, field);
}

/** Behind somebody who is in already: the rest of their party. */
function othersOf(guest: FieldGuest, { view, guests, act }: Around): HTMLElement[] {
  const others = restOfParty(guest, guests, view);
  if (others.length === 0) return [];
  const { field, chosen } = partyChoice(others, guest.party?.name ?? '', true);
  const those = () => {
    const some = chosen();
    if (some.length > 0) act(some, view.link.kind === 'trip' ? 'board' : 'check_in');
  };
  const some = button(words.these(others.length), those, 'primary');
  field.onchange = () => (some.textContent = words.these(chosen().length));
  return [field, some];
}
