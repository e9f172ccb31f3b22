import './field.css';
import { CameraError, readCode } from './camera';
import { after, withWaiting } from './merge';
import { readPassCode } from './pass-code';
import { Store, type KeptScan, type OpenedLink } from './store';
import { Sync, type SyncState } from './sync';
import type { FieldGuest, ScanAction } from './types';
import { language, words } from './words';

const FORGET_AFTER_MS = 24 * 3_600_000;
const ROUND_MS = 15_000;
const MAX_SHOWN = 50;

type Tone = 'good' | 'known' | 'bad';

/** What the screen says after an action. */
const SAID: Readonly<Record<ScanAction, string>> = {
  check_in: words.checkedIn,
  board: words.onBoard,
  no_show: words.missing,
  alight: words.onBoard,
  undo: words.undone,
};

/** While the service asks for the PIN: what is said of the one that was typed. */
const PIN_PROBLEMS: Readonly<Record<string, string>> = {
  pinRequired: '',
  pinWrong: words.pinWrong,
  pinLocked: words.pinLocked,
};

/** Builds an element; texts are never markup. */
function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

const button = (label: string, act: () => void, className = '') =>
  element('button', { type: 'button', className, textContent: label, onclick: act });

const root = document.querySelector<HTMLElement>('#field')!;
document.documentElement.lang = language;

/** The page of a phone at the door or on the bus. */
class FieldPage {
  private guests: FieldGuest[] = [];
  private queue: KeptScan[] = [];
  private refused: KeptScan[] = [];
  private state: SyncState | null = null;
  private order = 0;
  private readonly find = element('input', {
    type: 'search',
    id: 'find',
    autocomplete: 'off',
    oninput: () => this.showList(),
  });
  private readonly title = element('h1');
  private readonly counts = element('p', { className: 'counts' });
  private readonly notices = element('div', { className: 'notices' });
  private readonly list = element('ul', { className: 'guests' });
  private readonly verdict = element('dialog', { className: 'verdict' });
  private readonly pin = element('input', {
    id: 'pin',
    inputMode: 'numeric',
    autocomplete: 'off',
    maxLength: 8,
    required: true,
  });
  private readonly pinProblem = element('p', { role: 'alert' });
  private readonly pinForm = element(
    'form',
    { className: 'pin', onsubmit: (event) => this.enter(event) },
    element('label', { htmlFor: 'pin', textContent: words.pin }),
    this.pin,
    element('button', { className: 'primary', textContent: words.open }),
    this.pinProblem,
  );
  private readonly tools = element(
    'form',
    { className: 'tools', role: 'search', onsubmit: (event) => this.meetOnly(event) },
    element('label', { htmlFor: 'find', textContent: words.find }),
    this.find,
    button(words.scan, () => void this.scan(), 'primary'),
  );
  private shownNotices = '';
  private isListOpen = false;

  constructor(
    private readonly store: Store,
    private readonly sync: Sync,
  ) {
    this.counts.setAttribute('role', 'status');
    root.replaceChildren(
      element('header', {}, this.title, this.counts),
      this.notices,
      this.pinForm,
      this.tools,
      this.list,
      this.verdict,
    );
  }

  async start(): Promise<void> {
    await this.forgetWhenOver();
    await this.reload();
    addEventListener('online', () => void this.round());
    addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void this.round());
    setInterval(() => void this.round(), ROUND_MS);
    await this.round();
    await navigator.wakeLock?.request('screen').catch(() => undefined);
  }

  private get isTrip(): boolean {
    return this.sync.current.view?.link.kind === 'trip';
  }

  private async round(): Promise<void> {
    this.state = await this.sync.round();
    await this.forgetWhenOver();
    await this.reload();
  }

  /** No name stays on the phone a day after the link opens nothing any more. */
  private async forgetWhenOver(): Promise<void> {
    const { view, endedAt } = this.sync.current;
    const end = endedAt ?? view?.link.expiresAt;
    if (end !== undefined && this.sync.now().getTime() > Date.parse(end) + FORGET_AFTER_MS)
      await this.store.forgetNames();
  }

  private async reload(): Promise<void> {
    const [guests, queue, refused] = await Promise.all([this.store.guests(), this.store.queue(), this.store.refused()]);
    [this.queue, this.refused] = [queue, refused];
    this.order = Math.max(this.order, ...queue.map(({ order }) => order), 0);
    this.guests = withWaiting(guests ?? [], queue);
    this.show();
  }

  private show(): void {
    const { view } = this.sync.current;
    const isClosed = view === null;
    this.title.textContent = view?.link.name ?? (this.state === null ? words.loading : words.door);
    document.title = isClosed ? words.door : `${view.link.name}: ${view.event.name}`;
    this.pinForm.hidden = this.state === null || !(this.state in PIN_PROBLEMS);
    const problem = PIN_PROBLEMS[this.state ?? ''] ?? '';
    if (this.pinProblem.textContent !== problem) this.pinProblem.textContent = problem;
    this.counts.hidden = isClosed;
    this.tools.hidden = isClosed;
    const people = (guests: readonly FieldGuest[]) => guests.reduce((sum, guest) => sum + guest.people, 0);
    const all = this.guests.filter(({ rsvp, tripStatus }) => (this.isTrip ? tripStatus !== null : rsvp === 'accepted'));
    const done = this.guests.filter(({ checkedInAt, tripStatus }) =>
      this.isTrip ? tripStatus === 'boarded' || tripStatus === 'alighted' : checkedInAt !== null,
    );
    const counted = words.counts(people(done), Math.max(people(all), people(done)));
    // Written again, the same text would be read out again.
    if (this.counts.textContent !== counted) this.counts.textContent = counted;
    this.showNotices();
    this.showList();
  }

  private showNotices(): void {
    const { endedAt, view } = this.sync.current;
    const isEnded = this.state === 'ended' || endedAt !== null;
    const shown = JSON.stringify([this.state, isEnded, this.queue, this.refused]);
    if (shown === this.shownNotices) return;
    this.shownNotices = shown;
    const notices: Node[] = [];
    if (isEnded) {
      const isExpired = view !== null && Date.parse(view.link.expiresAt) <= this.sync.now().getTime();
      notices.push(
        element(
          'div',
          { className: 'bad', role: 'alert' },
          element('strong', {}, isExpired ? words.expired : words.revoked),
          element('p', {}, words.revokedHelp),
        ),
      );
    } else if (this.state === 'offline') notices.push(element('p', { className: 'known', textContent: words.offline }));
    if (this.queue.length > 0) notices.push(this.waitingList());
    if (this.refused.length > 0) {
      const rows = this.refused.map((scan) =>
        element('li', {}, `${nameOf(scan)}: ${words.reasons[scan.reason ?? ''] ?? scan.reason ?? ''}`),
      );
      notices.push(
        element(
          'section',
          { className: 'bad' },
          element('h2', {}, words.refused),
          element('ul', {}, ...rows),
          button(words.markRead, () => void this.store.markRead().then(() => this.reload())),
        ),
      );
    }
    this.notices.replaceChildren(...notices);
  }

  /** What waits to be sent: how many, and on a tap, what. */
  private waitingList(): HTMLElement {
    const rows = this.queue.map((scan) => element('li', {}, `${nameOf(scan)}: ${SAID[scan.action]}`));
    const waiting = element(
      'details',
      { open: this.isListOpen },
      element('summary', {}, words.waiting(this.queue.length)),
      element('ul', {}, ...rows),
    );
    waiting.ontoggle = () => (this.isListOpen = waiting.open);
    return waiting;
  }

  private enter(event: Event): void {
    event.preventDefault();
    void this.sync.usePin(this.pin.value.trim()).then(() => this.round());
  }

  private showList(): void {
    const typed = this.find.value.trim();
    const found = this.found(typed);
    const rows = found
      .slice(0, MAX_SHOWN)
      .map((guest) =>
        element(
          'li',
          {},
          element(
            'button',
            { type: 'button', className: this.isDone(guest) ? 'done' : '', onclick: () => this.meet(guest) },
            element('span', { className: 'name', textContent: guest.name }),
            element('span', { textContent: this.lineOf(guest) }),
          ),
        ),
      );
    this.list.replaceChildren(...rows);
    if (typed !== '' && found.length === 0)
      this.list.append(element('li', { className: 'none', textContent: words.notInvited }));
  }

  /** Whom a name, a companion's or a code is of. */
  private found(typed: string): FieldGuest[] {
    const code = readPassCode(typed);
    if (code !== null) {
      const guest = this.guests.find((each) => each.code === code);
      if (guest !== undefined) return [guest];
    }
    const parts = folded(typed).split(/\s+/).filter(Boolean);
    return this.guests.filter(({ name, companions }) => {
      const names = folded([name, ...companions].join(' '));
      return parts.every((part) => names.includes(part));
    });
  }

  /** Enter, when only one is found. */
  private meetOnly(event: Event): void {
    event.preventDefault();
    const typed = this.find.value.trim();
    if (typed === '') return;
    const found = this.found(typed);
    if (found.length === 1) this.meet(found[0]!);
    else if (found.length === 0) this.say('bad', words.notInvited, [], []);
  }

  private isDone({ checkedInAt, tripStatus }: FieldGuest): boolean {
    return this.isTrip ? tripStatus === 'boarded' || tripStatus === 'alighted' : checkedInAt !== null;
  }

  private lineOf(guest: FieldGuest, withWord = true): string {
    const word = withWord ? this.wordOf(guest) : '';
    return [words.people(guest.people), ...guest.companions, guest.party?.name, guest.stop?.name, word]
      .filter(Boolean)
      .join(' · ');
  }

  /** What stands in the way of a guest, or how they are. */
  private wordOf(guest: FieldGuest): string {
    const { alert, checkedInAt, tripStatus, vehicle } = guest;
    if (alert === 'declined') return words.declined;
    if (alert === 'cancelled') return words.cancelled;
    if (alert === 'waiting') return words.onWaitingList;
    if (alert === 'other_vehicle') return words.otherVehicle(vehicle?.name ?? null);
    if (this.isTrip) {
      const said = {
        expected: words.expected,
        boarded: words.onBoard,
        no_show: words.missing,
        alighted: words.onBoard,
      };
      return tripStatus === null ? '' : said[tripStatus];
    }
    return checkedInAt === null ? '' : words.alreadyIn(this.timeOf(checkedInAt));
  }

  private timeOf(moment: string): string {
    const timeZone = this.sync.current.view?.event.timezone;
    return new Intl.DateTimeFormat(language === 'de' ? 'de' : 'en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    }).format(new Date(moment));
  }

  /** Somebody who was found by name: what to do is chosen. */
  private meet(guest: FieldGuest): void {
    const tone = guest.alert !== null && guest.alert !== 'waiting' ? 'bad' : 'known';
    this.say(tone, this.wordOf(guest) || words.expected, [guest], this.actionsFor(guest));
  }

  private actionsFor(guest: FieldGuest): HTMLElement[] {
    const act = (label: string, action: ScanAction, className = 'primary') =>
      button(label, () => void this.act([guest], action), className);
    const undo = act(words.undo, 'undo', '');
    if (this.isTrip) {
      if (guest.tripStatus === null) return [];
      return [
        ...(this.isDone(guest) ? this.othersOf(guest) : [this.comingWith(guest, words.board, 'board')]),
        ...(guest.tripStatus === 'no_show' ? [] : [act(words.noShow, 'no_show', '')]),
        ...(guest.tripStatus === 'expected' ? [] : [undo]),
      ];
    }
    if (guest.checkedInAt !== null) return [...this.othersOf(guest), undo];
    return this.mayPass(guest) ? [this.comingWith(guest, words.checkIn, 'check_in')] : [];
  }

  private mayPass({ alert, tripStatus }: FieldGuest): boolean {
    return alert !== 'declined' && alert !== 'cancelled' && !(this.isTrip && tripStatus === null);
  }

  /** Those of a guest's party who can still come in, or on board, with them. */
  private partyOf({ party, eventGuestId }: FieldGuest): FieldGuest[] {
    if (party === null) return [];
    return this.guests.filter(
      (other) =>
        other.party?.id === party.id &&
        other.eventGuestId !== eventGuestId &&
        this.mayPass(other) &&
        !this.isDone(other),
    );
  }

  /** The guest, with those of their party who are chosen; or the whole party in one tap. */
  private comingWith(guest: FieldGuest, label: string, action: ScanAction): HTMLElement {
    const others = this.partyOf(guest);
    const { field, chosen } = choiceOf(others, guest.party?.name ?? '');
    const own = button(label, () => void this.act([guest, ...chosen()], action), 'primary');
    if (others.length === 0) return own;
    const all = button(words.allOfParty(others.length + 1), () => void this.act([guest, ...others], action), 'primary');
    return element('div', { className: 'actions' }, own, all, field);
  }

  /** Behind somebody who is in already: the rest of their party. */
  private othersOf(guest: FieldGuest): HTMLElement[] {
    const others = this.partyOf(guest);
    if (others.length === 0) return [];
    const { field, chosen } = choiceOf(others, guest.party?.name ?? '', true);
    const act = () => {
      const those = chosen();
      if (those.length > 0) void this.act(those, this.isTrip ? 'board' : 'check_in');
    };
    const some = button(words.these(others.length), act, 'primary');
    field.onchange = () => (some.textContent = words.these(chosen().length));
    return [field, some];
  }

  /** Written on the phone before the screen says anything: what it says stays true when the phone is switched off. */
  private async act(guests: readonly FieldGuest[], action: ScanAction): Promise<void> {
    const occurredAt = this.sync.now().toISOString();
    try {
      await this.store.enqueue(
        guests.map(({ eventGuestId, name }) => ({
          nonce: crypto.randomUUID(),
          eventId: this.sync.current.view!.event.id,
          eventGuestId,
          action,
          occurredAt,
          name,
          order: ++this.order,
        })),
      );
    } catch {
      this.say('bad', words.storage, guests, []);
      return;
    }
    const ids = new Set(guests.map(({ eventGuestId }) => eventGuestId));
    this.guests = this.guests.map((each) => (ids.has(each.eventGuestId) ? after(each, { action, occurredAt }) : each));
    const now = this.guests.filter(({ eventGuestId }) => ids.has(eventGuestId));
    const actions =
      now.length === 1
        ? this.actionsFor(now[0]!)
        : action === 'undo'
          ? []
          : [button(words.undo, () => void this.act(now, 'undo'))];
    this.say(action === 'undo' || action === 'no_show' ? 'known' : 'good', SAID[action], now, actions);
    await this.reload();
    void this.round();
  }

  private async scan(): Promise<void> {
    const stopping = new AbortController();
    const video = element('video', { playsInline: true, muted: true });
    this.verdict.className = 'verdict camera';
    this.verdict.replaceChildren(
      video,
      button(words.stop, () => stopping.abort()),
    );
    this.verdict.onclose = () => stopping.abort();
    if (!this.verdict.open) this.verdict.showModal();
    let text: string | null;
    try {
      text = await readCode(video, stopping.signal);
    } catch (error) {
      return this.say('bad', words[error instanceof CameraError ? error.problem : 'noCamera'], [], []);
    }
    if (text === null) return this.verdict.close();
    const code = readPassCode(text);
    const guest = this.guests.find((each) => each.code === code);
    if (guest === undefined) return this.say('bad', words.notInvited, [], []);
    // Who waits for a place is let in by a decision, not by a code.
    if (!this.mayPass(guest) || guest.alert === 'waiting' || this.isDone(guest)) return this.meet(guest);
    await this.act([guest], this.isTrip ? 'board' : 'check_in');
  }

  /** The whole screen, in colour, word and sound. */
  private say(tone: Tone, word: string, guests: readonly FieldGuest[], actions: readonly HTMLElement[]): void {
    this.verdict.className = `verdict ${tone}`;
    const next = button(words.next, () => this.verdict.close());
    this.verdict.onclose = () => {
      this.find.value = '';
      this.showList();
      this.find.focus();
    };
    const title = element('h2', { id: 'whom', textContent: guests.map(({ name }) => name).join(', ') || word });
    const only = guests.length === 1 ? guests[0]! : null;
    this.verdict.replaceChildren(
      element('p', { className: 'word', role: 'status', textContent: word }),
      ...(guests.length === 0 ? [] : [title]),
      ...(only === null ? [] : [element('p', { textContent: this.lineOf(only, false) })]),
      element('div', { className: 'actions' }, ...actions, next),
    );
    this.verdict.ariaLabel = title.textContent;
    if (!this.verdict.open) this.verdict.showModal();
    sound(tone);
  }
}

/** Boxes for some of a party. */
function choiceOf(guests: readonly FieldGuest[], party: string, checked = false) {
  const boxes = guests.map((guest) => ({ guest, box: element('input', { type: 'checkbox', checked }) }));
  const field = element(
    'fieldset',
    {},
    element('legend', {}, words.party(party)),
    ...boxes.map(({ guest: { name, people }, box }) =>
      element('label', {}, box, element('span', {}, people === 1 ? name : `${name} · ${words.people(people)}`)),
    ),
  );
  return { field, chosen: () => boxes.filter(({ box }) => box.checked).map(({ guest }) => guest) };
}

const nameOf = ({ name, code }: KeptScan) => name ?? code ?? '…';

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function sound(tone: Tone): void {
  navigator.vibrate?.(tone === 'bad' ? [200, 80, 200] : 60);
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  const tones = { good: 880, known: 520, bad: 180 };
  const oscillator = new OscillatorNode(audio, { frequency: tones[tone] });
  oscillator.connect(new GainNode(audio, { gain: 0.15 })).connect(audio.destination);
  oscillator.onended = () => void audio.close();
  oscillator.start();
  oscillator.stop(audio.currentTime + (tone === 'bad' ? 0.4 : 0.12));
}

/** The link in the address, or the one that the phone has opened before. */
async function openedLink(store: Store): Promise<OpenedLink | null> {
  const known = (await store.link()) ?? null;
  const token = location.hash.slice(1);
  if (!token.startsWith('tef_') || token === known?.token) return known;
  const link: OpenedLink = {
    token,
    device: known?.device ?? `phone-${crypto.randomUUID()}`,
    pin: null,
    view: null,
    etag: null,
    clockOffsetMs: known?.clockOffsetMs ?? 0,
    endedAt: null,
  };
  await store.keepLink(link);
  // Another link may be of another event, whose guests these are not.
  await store.keepGuests([]);
  return link;
}

async function start(): Promise<void> {
  if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/field-worker.js', { scope: '/field' });
  const store = await Store.open();
  const link = await openedLink(store);
  if (link === null) return root.replaceChildren(element('p', { textContent: words.noLink }));
  void navigator.storage?.persist?.();
  const sync = new Sync(store, link);
  addEventListener('hashchange', () => location.reload());
  await new FieldPage(store, sync).start();
}

start().catch(() =>
  root.replaceChildren(element('p', { className: 'bad', role: 'alert', textContent: words.storage })),
);
