import { button, element, setText, written } from './dom';
import { rowTextOf, timeOf } from './guest-words';
import { countPeople, GuestSearch, inGroups, isDone, type GuestGroup } from './guests';
import type { FieldGuest, FieldView } from './types';
import { words } from './words';

/** More rows than that at once would make typing slow. */
const ROWS = 50;

/** What somebody does in the list. */
interface Acts {
  readonly meet: (guest: FieldGuest) => void;
  /** Enter finds nobody. */
  readonly nobody: (typed: string) => void;
  readonly scan: () => void;
}

/** Everybody, or who is like what was typed. */
export class GuestList {
  private readonly find = element('input', {
    type: 'search',
    id: 'find',
    autocomplete: 'off',
    enterKeyHint: 'search',
    oninput: () => {
      this.rows = ROWS;
      this.draw();
    },
  });
  private readonly scanButton: HTMLButtonElement;
  private readonly tools: HTMLFormElement;
  private readonly list = element('div', { className: 'guests' });
  private readonly found = element('p', { className: 'found', role: 'status' });
  readonly elements: readonly HTMLElement[];
  private view: FieldView | null = null;
  private readonly forms = new Map<string, string>();
  private search = new GuestSearch([], this.forms);
  private rows = ROWS;

  constructor(private readonly acts: Acts) {
    this.scanButton = button(words.scan, acts.scan, 'primary');
    this.tools = element(
      'form',
      { className: 'tools', role: 'search', onsubmit: (event) => this.meetOnly(event) },
      element('label', { htmlFor: 'find', textContent: words.find }),
      this.find,
      this.scanButton,
    );
    this.find.setAttribute('autocapitalize', 'off');
    this.elements = [this.tools, this.found, this.list];
  }

  show(guests: readonly FieldGuest[], view: FieldView | null): void {
    this.view = view;
    this.search = new GuestSearch(guests, this.forms);
    this.tools.hidden = view === null;
    this.draw();
  }

  byCode(text: string): FieldGuest | null {
    return this.search.byCode(text);
  }

  /** For whoever comes next. Whoever types goes on typing; where nobody did, no keyboard comes up. */
  clear(): void {
    const hasTyped = this.find.value !== '';
    this.find.value = '';
    this.draw();
    (hasTyped ? this.find : this.scanButton).focus();
  }

  private draw(): void {
    const { view } = this;
    if (view === null) return this.list.replaceChildren();
    const typed = this.find.value.trim();
    const found = this.search.find(typed);
    setText(this.found, typed === '' ? '' : words.found(found.length));
    if (found.length === 0 && typed !== '')
      return this.list.replaceChildren(element('p', { className: 'none', textContent: words.notInvited }));
    let left = this.rows;
    const parts = inGroups(found, view).flatMap((group) => {
      const shown = group.guests.slice(0, left);
      left -= shown.length;
      return shown.length === 0
        ? []
        : partsOf(
            group,
            view,
            shown.map((guest) => this.rowOf(guest, view)),
          );
    });
    this.list.replaceChildren(...parts);
    if (found.length > this.rows) this.list.append(this.moreButton(found.length - this.rows));
  }

  private rowOf(guest: FieldGuest, view: FieldView): HTMLElement {
    return element(
      'li',
      {},
      element(
        'button',
        { type: 'button', className: isDone(guest, view) ? 'done' : '', onclick: () => this.acts.meet(guest) },
        element('span', { className: 'name' }, written(guest.name)),
        element('span', { textContent: rowTextOf(guest, view) }),
      ),
    );
  }

  private moreButton(count: number): HTMLElement {
    return button(words.more(count), () => {
      const before = this.rows;
      this.rows += ROWS;
      this.draw();
      this.list.querySelectorAll<HTMLElement>('li > button')[before]?.focus();
    });
  }

  /** Enter, when only one is found. */
  private meetOnly(event: Event): void {
    event.preventDefault();
    const typed = this.find.value.trim();
    if (typed === '') return;
    const [first, ...others] = this.search.find(typed);
    if (first === undefined) this.acts.nobody(typed);
    else if (others.length === 0) this.acts.meet(first);
  }
}

function partsOf({ heading, guests }: GuestGroup, view: FieldView, rows: readonly HTMLElement[]): HTMLElement[] {
  const list = element('ul', {}, ...rows);
  if (heading === null) return [list];
  if (heading === 'notOnTrip') return [element('h2', {}, words.notOnTrip), list];
  const { done, all } = countPeople(guests, view);
  const stop = heading === 'noStop' ? words.noStop : heading.stop;
  const departsAt = heading === 'noStop' ? null : heading.departsAt;
  const time = departsAt === null ? [] : [` ${timeOf(departsAt, view)}`];
  return [element('h2', {}, written(stop), ...time, ` · ${words.counts(done, all)}`), list];
}
