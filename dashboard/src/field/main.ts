import './field.css';
import { canScan, readCode } from './camera';
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

  constructor(
    private readonly store: Store,
    private readonly sync: Sync,
  ) {
    this.counts.setAttribute('role', 'status');
    root.replaceChildren(
      element('header', {}, this.title, this.counts),
      this.notices,
      element(
        'div',
        { className: 'tools' },
        element('label', { htmlFor: 'find', textContent: words.find }),
        this.find,
        button(words.scan, () => void this.scan(), 'primary'),
      ),
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
    this.title.textContent = view?.link.name ?? words.loading;
    document.title = view === null ? words.loading : `${view.link.name}: ${view.event.name}`;
    const people = (guests: readonly FieldGuest[]) => guests.reduce((sum, guest) => sum + guest.people, 0);
    const all = this.guests.filter(({ rsvp, tripStatus }) => (this.isTrip ? tripStatus !== null : rsvp === 'accepted'));
    const done = this.guests.filter(({ checkedInAt, tripStatus }) =>
      this.isTrip ? tripStatus === 'boarded' || tripStatus === 'alighted' : checkedInAt !== null,
    );
    this.counts.textContent = words.counts(people(done), Math.max(people(all), people(done)));
    this.showNotices();
    this.showList();
  }

  private showNotices(): void {
    const notices: Node[] = [];
    if (this.state === 'ended' || this.sync.current.endedAt !== null)
      notices.push(
        element(
          'div',
          { className: 'bad', role: 'alert' },
          element('strong', {}, words.revoked),
          element('p', {}, words.revokedHelp),
        ),
      );
    if (this.state === 'offline') notices.push(element('p', { className: 'known', textContent: words.offline }));
    if (this.state?.startsWith('pin')) notices.push(this.pinForm(this.state));
    if (this.queue.length > 0)
      notices.push(element('p', { role: 'status', textContent: words.waiting(this.queue.length) }));
    if (this.refused.length > 0) {
      const rows = this.refused.map(({ name, code, reason }) =>
        element('li', {}, `${name ?? code ?? '…'}: ${words.reasons[reason ?? ''] ?? reason ?? ''}`),
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
    // A form that somebody is typing into stays.
    if (this.state?.startsWith('pin') && this.notices.contains(document.activeElement)) return;
    this.notices.replaceChildren(...notices);
  }

  private pinForm(state: SyncState): HTMLElement {
    const field = element('input', {
      id: 'pin',
      inputMode: 'numeric',
      autocomplete: 'off',
      maxLength: 8,
      required: true,
    });
    const said = { pinWrong: words.pinWrong, pinLocked: words.pinLocked }[state as 'pinWrong' | 'pinLocked'];
    const form = element(
      'form',
      { className: 'pin' },
      element('label', { htmlFor: 'pin', textContent: words.pin }),
      field,
      element('button', { className: 'primary', textContent: words.open }),
      element('p', { role: 'alert', textContent: said ?? '' }),
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      field.blur();
      void this.sync.usePin(field.value.trim()).then(() => this.round());
    };
    return form;
  }

  private showList(): void {
    const typed = this.find.value.trim();
    const code = readPassCode(typed);
    const parts = folded(typed).split(/\s+/).filter(Boolean);
    const found = this.guests.filter((guest) =>
      code === null ? parts.every((part) => folded(guest.name).includes(part)) : guest.code === code,
    );
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

  private isDone({ checkedInAt, tripStatus }: FieldGuest): boolean {
    return this.isTrip ? tripStatus === 'boarded' || tripStatus === 'alighted' : checkedInAt !== null;
  }

  private lineOf(guest: FieldGuest): string {
    return [words.people(guest.people), ...guest.companions, guest.party?.name, guest.stop?.name, this.wordOf(guest)]
      .filter(Boolean)
      .join(' · ');
  }

  /** What stands in the way of a guest, or how they are. */
  private wordOf(guest: FieldGuest): string {
    const { alert, checkedInAt, tripStatus, vehicle } = guest;
    if (alert === 'declined') return words.declined;
    if (alert === 'cancelled') return words.cancelled;
    if (alert === 'waiting') return words.onWaitingList;
    if (alert === 'other_vehicle') return words.otherVehicle(vehicle?.name ?? words.noVehicle);
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
    this.say(tone, this.wordOf(guest) || words.expected, guest, this.actionsFor(guest));
  }

  private actionsFor(guest: FieldGuest): HTMLButtonElement[] {
    const act = (label: string, action: ScanAction, className = 'primary') =>
      button(label, () => void this.act(guest, action), className);
    if (this.isTrip) {
      if (guest.tripStatus === null) return [];
      const boarded = this.isDone(guest);
      return [
        ...(boarded ? [] : [act(words.board, 'board')]),
        ...(guest.tripStatus === 'no_show' ? [] : [act(words.noShow, 'no_show', '')]),
        ...(guest.tripStatus === 'expected' ? [] : [act(words.undo, 'undo', '')]),
      ];
    }
    if (guest.checkedInAt !== null) return [act(words.undo, 'undo', '')];
    return guest.alert === 'declined' || guest.alert === 'cancelled' ? [] : [act(words.checkIn, 'check_in')];
  }

  /** Written on the phone before the screen says anything: what it says stays true when the phone is switched off. */
  private async act(guest: FieldGuest, action: ScanAction): Promise<void> {
    const occurredAt = this.sync.now().toISOString();
    const before = guest;
    try {
      await this.store.enqueue({
        nonce: crypto.randomUUID(),
        eventId: this.sync.current.view!.event.id,
        eventGuestId: guest.eventGuestId,
        action,
        occurredAt,
        name: guest.name,
        order: ++this.order,
      });
    } catch {
      this.say('bad', words.storage, guest, []);
      return;
    }
    const now = after(before, { action, occurredAt });
    this.guests = this.guests.map((each) => (each.eventGuestId === now.eventGuestId ? now : each));
    const said = {
      check_in: words.checkedIn,
      board: words.onBoard,
      no_show: words.missing,
      alight: words.onBoard,
      undo: words.undone,
    };
    this.say(action === 'undo' || action === 'no_show' ? 'known' : 'good', said[action], now, this.actionsFor(now));
    await this.reload();
    void this.round();
  }

  private async scan(): Promise<void> {
    if (!canScan()) return this.say('bad', words.noCamera, null, []);
    const stopping = new AbortController();
    const video = element('video', { playsInline: true, muted: true });
    this.verdict.className = 'verdict camera';
    this.verdict.replaceChildren(
      video,
      button(words.stop, () => stopping.abort()),
    );
    this.verdict.onclose = () => stopping.abort();
    if (!this.verdict.open) this.verdict.showModal();
    const text = await readCode(video, stopping.signal).catch(() => null);
    if (text === null) return this.verdict.close();
    const code = readPassCode(text);
    const guest = this.guests.find((each) => each.code === code);
    if (guest === undefined) return this.say('bad', words.notInvited, null, []);
    if (
      guest.alert === 'declined' ||
      guest.alert === 'cancelled' ||
      (this.isTrip && guest.tripStatus === null) ||
      this.isDone(guest)
    )
      return this.meet(guest);
    await this.act(guest, this.isTrip ? 'board' : 'check_in');
  }

  /** The whole screen, in colour, word and sound. */
  private say(tone: Tone, word: string, guest: FieldGuest | null, actions: readonly HTMLButtonElement[]): void {
    this.verdict.className = `verdict ${tone}`;
    const next = button(words.next, () => this.verdict.close());
    this.verdict.onclose = () => {
      this.find.value = '';
      this.showList();
      this.find.focus();
    };
    this.verdict.replaceChildren(
      element('p', { className: 'word', role: 'status', textContent: word }),
      ...(guest === null
        ? []
        : [element('h2', { textContent: guest.name }), element('p', { textContent: this.lineOf(guest) })]),
      element('div', { className: 'actions' }, ...actions, next),
    );
    if (!this.verdict.open) this.verdict.showModal();
    sound(tone);
  }
}

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
  const sync = new Sync(store, link, () => undefined);
  addEventListener('hashchange', () => location.reload());
  await new FieldPage(store, sync).start();
}

start().catch(() =>
  root.replaceChildren(element('p', { className: 'bad', role: 'alert', textContent: words.storage })),
);
