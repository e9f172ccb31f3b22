import { CameraError } from './camera';
import { button, element, setText } from './dom';
import { GuestList } from './guest-list';
import { subtitleOf, timeOf, wordOf } from './guest-words';
import { countPeople, isDone, mayPass, restOfParty } from './guests';
import { after, withWaiting } from './merge';
import { Notices, reasonOf } from './notices';
import { partyChoice } from './party-choice';
import { looksLikePassCode, readPassCode } from './pass-code';
import { PinForm } from './pin-form';
import { allowSound, keepAwake } from './signals';
import type { KeptScan, Store } from './store';
import type { Exchanged, Sync, SyncState } from './sync';
import type { FieldGuest, FieldView, ScanAction, ScanResult } from './types';
import { Verdict } from './verdict';
import { words } from './words';

const FORGET_AFTER_MS = 24 * 3_600_000;
const ROUND_MS = 15_000;

/** The page of a phone at the door or on the bus. */
export class FieldPage {
  private guests: FieldGuest[] = [];
  private queue: KeptScan[] = [];
  private refused: KeptScan[] = [];
  private state: SyncState | null = null;
  private order = 0;
  /** Tabs of one phone show the same. */
  private readonly channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('field') : null;
  private readonly title = element('h1', { dir: 'auto' });
  private readonly subtitle = element('p', { className: 'subtitle', dir: 'auto' });
  private readonly counts = element('p', { className: 'counts' });
  private readonly notices = new Notices(() => void this.store.markRead().then(() => this.changed()));
  private readonly pinForm = new PinForm((pin) => void this.sync.usePin(pin).then((round) => this.after(round)));
  private readonly list = new GuestList({
    meet: (guest) => this.meet(guest),
    nobody: (typed) => this.nobody(typed),
    scan: () => void this.scan(),
  });
  private readonly verdict = new Verdict(
    () => this.list.clear(),
    () => void this.scan(),
  );

  constructor(
    root: HTMLElement,
    private readonly store: Store,
    private readonly sync: Sync,
  ) {
    this.counts.setAttribute('role', 'status');
    root.replaceChildren(
      element('header', {}, element('div', {}, this.title, this.subtitle), this.counts),
      this.notices.element,
      this.pinForm.element,
      ...this.list.elements,
      this.verdict.element,
    );
  }

  async start(): Promise<void> {
    allowSound();
    keepAwake();
    await this.forgetWhenOver();
    await this.reload();
    if (this.channel !== null) this.channel.onmessage = () => void this.reload();
    addEventListener('online', () => void this.round());
    addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void this.round());
    setInterval(() => void this.round(), ROUND_MS);
    await this.round();
  }

  private get view(): FieldView | null {
    return this.sync.current.view;
  }

  private async round(): Promise<void> {
    await this.after(await this.sync.round());
  }

  private async after({ state, results }: Exchanged): Promise<void> {
    if (state === 'replaced') return followOtherTab();
    this.state = state;
    await this.forgetWhenOver();
    await this.changed();
    this.correct(results);
  }

  /** No name stays on the phone a day after the link opens nothing any more. */
  private async forgetWhenOver(): Promise<void> {
    const { view, endedAt } = this.sync.current;
    const isOver = (end: string) => this.sync.now().getTime() > Date.parse(end) + FORGET_AFTER_MS;
    const end = endedAt ?? view?.link.expiresAt;
    if (end !== undefined && isOver(end)) await this.store.forgetGuests();
    const endOf = (scan: KeptScan) => (scan.eventId === view?.event.id ? (end ?? scan.endsAt) : scan.endsAt);
    const isPast = (scan: KeptScan) => scan.name !== null && isOver(endOf(scan));
    const kept = await Promise.all([this.store.queue(), this.store.refused()]);
    if (kept.flat().some(isPast))
      await this.store.changeScans((scan) => (isPast(scan) ? { ...scan, name: null } : scan));
  }

  private async changed(): Promise<void> {
    this.channel?.postMessage('changed');
    await this.reload();
  }

  private async reload(): Promise<void> {
    const [guests, queue, refused] = await Promise.all([this.store.guests(), this.store.queue(), this.store.refused()]);
    [this.queue, this.refused] = [queue, refused];
    this.order = Math.max(this.order, ...queue.map(({ order }) => order), 0);
    this.guests = withWaiting(guests ?? [], queue);
    this.show();
  }

  private show(): void {
    const { view, state } = this;
    setText(this.title, view?.link.name ?? (state === null ? words.loading : words.door));
    setText(this.subtitle, view === null ? '' : subtitleOf(view));
    document.title = view === null ? words.door : `${view.link.name}: ${view.event.name}`;
    this.pinForm.show(state);
    this.counts.hidden = view === null;
    if (view !== null) {
      const { done, all } = countPeople(this.guests, view);
      setText(this.counts, words.counts(done, all));
    }
    const { queue, refused } = this;
    this.notices.show({ link: this.sync.current, state, now: this.sync.now(), queue, refused });
    this.list.show(this.guests, view);
  }

  /** Somebody who was found by name: what to do is chosen. */
  private meet(guest: FieldGuest): void {
    const view = this.view!;
    const tone = guest.alert !== null && guest.alert !== 'waiting' ? 'bad' : 'known';
    const word = wordOf(guest, view) || words.expected;
    this.verdict.show({ tone, word, guests: [guest], actions: this.actionsFor(guest, view) });
  }

  private nobody(typed: string): void {
    const isSlip = looksLikePassCode(typed) && readPassCode(typed) === null;
    this.verdict.show({ tone: 'bad', word: isSlip ? words.mistyped : words.notInvited });
    if (!isSlip) void this.askAgainFor(typed);
  }

  /** Who is not on the phone's list may have been added since it was read. */
  private async askAgainFor(typed: string): Promise<void> {
    await this.round();
    const guest = this.list.byCode(typed);
    if (guest !== null && this.verdict.says(words.notInvited)) this.meet(guest);
  }

  private actionsFor(guest: FieldGuest, view: FieldView): HTMLElement[] {
    const act = (label: string, action: ScanAction, className = '') =>
      button(label, () => void this.act([guest], action), className);
    const undo = act(words.undo, 'undo');
    if (view.link.kind === 'door') {
      if (guest.checkedInAt !== null) return [...this.othersOf(guest, view), undo];
      return mayPass(guest, view) ? [this.comingWith(guest, view, words.checkIn, 'check_in')] : [];
    }
    const { tripStatus, alert } = guest;
    if (tripStatus === null) {
      if (alert === 'declined' || alert === 'cancelled') return [];
      return [button(words.add, () => void this.act([guest], 'board', true), 'primary')];
    }
    if (tripStatus === 'alighted') return [undo];
    if (tripStatus === 'boarded')
      return [...this.othersOf(guest, view), act(words.gotOff, 'alight'), act(words.noShow, 'no_show'), undo];
    const board = this.comingWith(guest, view, words.board, 'board');
    return [board, ...(tripStatus === 'no_show' ? [undo] : [act(words.noShow, 'no_show')])];
  }

  /** The guest, with those of their party who are chosen; or the whole party in one tap. */
  private comingWith(guest: FieldGuest, view: FieldView, label: string, action: ScanAction): HTMLElement {
    const others = restOfParty(guest, this.guests, view);
    const { field, chosen } = partyChoice(others, guest.party?.name ?? '');
    const own = button(label, () => void this.act([guest, ...chosen()], action), 'primary');
    if (others.length === 0) return own;
    const all = button(words.allOfParty(others.length + 1), () => void this.act([guest, ...others], action), 'primary');
    return element('div', { className: 'actions' }, own, all, field);
  }

  /** Behind somebody who is in already: the rest of their party. */
  private othersOf(guest: FieldGuest, view: FieldView): HTMLElement[] {
    const others = restOfParty(guest, this.guests, view);
    if (others.length === 0) return [];
    const { field, chosen } = partyChoice(others, guest.party?.name ?? '', true);
    const act = () => {
      const those = chosen();
      if (those.length > 0) void this.act(those, view.link.kind === 'trip' ? 'board' : 'check_in');
    };
    const some = button(words.these(others.length), act, 'primary');
    field.onchange = () => (some.textContent = words.these(chosen().length));
    return [field, some];
  }

  /** Written on the phone before the screen says anything: what it says stays true when the phone is switched off. */
  private async act(guests: readonly FieldGuest[], action: ScanAction, add = false): Promise<void> {
    const view = this.view!;
    const occurredAt = this.sync.now().toISOString();
    const scans = guests.map(({ eventGuestId, name }): KeptScan => ({
      nonce: crypto.randomUUID(),
      eventId: view.event.id,
      ...{ eventGuestId, action, occurredAt, name },
      ...(add && { add }),
      endsAt: view.link.expiresAt,
      order: ++this.order,
    }));
    try {
      await this.store.enqueue(scans);
    } catch {
      return this.verdict.show({ tone: 'bad', word: words.storage, guests });
    }
    const ids = new Set(guests.map(({ eventGuestId }) => eventGuestId));
    this.guests = this.guests.map((each) => (ids.has(each.eventGuestId) ? after(each, scans[0]!) : each));
    const now = this.guests.filter(({ eventGuestId }) => ids.has(eventGuestId));
    const undo = action === 'undo' ? [] : [button(words.undo, () => void this.act(now, 'undo'))];
    this.verdict.show({
      tone: action === 'undo' || action === 'no_show' ? 'known' : 'good',
      word: words.said[action],
      guests: now,
      actions: now.length === 1 ? this.actionsFor(now[0]!, view) : undo,
      nonces: scans.map(({ nonce }) => nonce),
    });
    await this.changed();
    await this.after(await this.sync.deliver());
  }

  /** Where the service saw it otherwise, and somebody still looks at what the phone said: a pass that was used at another door. */
  private correct(results: readonly ScanResult[]): void {
    const view = this.view!;
    const own = results.filter(({ nonce }) => this.verdict.isAbout(nonce));
    const of = (those: readonly ScanResult[]) =>
      this.guests.filter(({ eventGuestId }) => those.some((result) => result.eventGuestId === eventGuestId));
    const refused = own.filter(({ status }) => status === 'rejected');
    if (refused.length > 0) {
      const [first] = refused;
      return this.verdict.show({
        tone: 'bad',
        word: reasonOf({ ...first!, reason: first!.reason ?? '' }),
        guests: of(refused),
      });
    }
    const known = own.filter(({ status, at }) => status === 'duplicate' && at !== null);
    if (known.length === 0 || view.link.kind === 'trip') return;
    const guests = of(known);
    const actions = guests.length === 1 ? this.actionsFor(guests[0]!, view) : [];
    this.verdict.show({ tone: 'known', word: words.alreadyIn(timeOf(known[0]!.at!, view)), guests, actions });
  }

  private async scan(): Promise<void> {
    let text: string | null;
    try {
      text = await this.verdict.scan();
    } catch (error) {
      const word = words[error instanceof CameraError ? error.problem : 'noCamera'];
      return this.verdict.show({ tone: 'bad', word });
    }
    if (text === null) return;
    const guest = this.list.byCode(text);
    if (guest === null) return this.nobody(text);
    const view = this.view!;
    // Who waits for a place is let in by a decision, not by a code.
    if (!mayPass(guest, view) || guest.alert === 'waiting' || isDone(guest, view)) return this.meet(guest);
    await this.act([guest], view.link.kind === 'trip' ? 'board' : 'check_in');
  }
}

/** Another tab has opened another link: this one goes on with that, not with the one in its address. */
function followOtherTab(): void {
  history.replaceState(null, '', location.pathname);
  location.reload();
}
