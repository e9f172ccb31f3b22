import { CameraError } from '../shared/camera';
import { button, element, setText } from './dom';
import { actionsFor } from './guest-actions';
import { GuestList } from './guest-list';
import { subtitleOf, timeOf, wordOf } from './guest-words';
import { countPeople, isDone, mayPass } from './guests';
import { after, belongsTo, withWaiting } from './merge';
import { Notices, reasonOf } from './notices';
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
/** By less than that the clock is corrected because a response was slow. */
const JITTER_MS = 60_000;

/** The page of a phone at the door or on the bus. */
export class FieldPage {
  private guests: FieldGuest[] = [];
  private queue: KeptScan[] = [];
  private refused: KeptScan[] = [];
  private state: SyncState | null = null;
  private order = 0;
  /** How often somebody was let in here, or the like. */
  private acts = 0;
  /** When somebody was last let in here, or the like. */
  private actedAt = 0;
  /** Tabs of one phone show the same. */
  private readonly channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('field') : null;
  private readonly title = element('h1', { dir: 'auto' });
  private readonly subtitle = element('p', { className: 'subtitle', dir: 'auto' });
  private readonly counts = element('p', { className: 'counts' });
  private readonly notices = new Notices(() => void this.store.markRead().then(() => this.changed()));
  private readonly pinForm = new PinForm((pin) => void this.sync.usePin(pin).then((round) => this.after(round)));
  private readonly list = new GuestList({
    meet: (guest) => this.meet(guest),
    nobody: (typed) => void this.nobody(typed),
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
    this.sync.onProgress = () => void this.progress();
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

  /** The service lets this phone in: whatever else is sent yet. */
  private progress(): Promise<void> {
    this.state = 'fresh';
    return this.changed();
  }

  private async after({ state, results }: Exchanged): Promise<void> {
    if (state === 'replaced') return followOtherTab();
    this.state = state;
    const hasForgotten = await this.forgetWhenOver();
    // Thousands of guests are read again where they may be others.
    if (state === 'fresh' || results.length > 0 || hasForgotten) await this.changed();
    else this.show();
    this.correct(results);
  }

  /** No name stays on the phone a day after the link opens nothing any more. @returns whether there were some */
  private async forgetWhenOver(): Promise<boolean> {
    const { view, endedAt } = this.sync.current;
    const isOver = (end: string) => this.sync.now().getTime() > Date.parse(end) + FORGET_AFTER_MS;
    const end = endedAt ?? view?.link.expiresAt;
    const isForgotten = end !== undefined && isOver(end);
    if (isForgotten) await this.store.forgetGuests();
    const endOf = (scan: KeptScan) => (scan.eventId === view?.event.id ? (end ?? scan.endsAt) : scan.endsAt);
    const isPast = (scan: KeptScan) => scan.name !== null && isOver(endOf(scan));
    const kept = await Promise.all([this.store.queue(), this.store.refused()]);
    const arePast = kept.flat().some(isPast);
    if (arePast) await this.store.changeScans((scan) => (isPast(scan) ? { ...scan, name: null } : scan));
    return isForgotten || arePast;
  }

  private async changed(): Promise<void> {
    this.channel?.postMessage('changed');
    await this.reload();
  }

  private async reload(): Promise<void> {
    const { acts } = this;
    const [guests, queue, refused] = await Promise.all([this.store.guests(), this.store.queue(), this.store.refused()]);
    // Read before somebody was let in, they would be out again.
    if (acts !== this.acts) return this.reload();
    [this.queue, this.refused] = [queue, refused];
    this.order = Math.max(this.order, ...queue.map(({ order }) => order), 0);
    this.actedAt = Math.max(this.actedAt, ...queue.map(({ occurredAt }) => Date.parse(occurredAt)));
    const { view } = this;
    const own = view === null ? [] : queue.filter((scan) => belongsTo(scan, view));
    this.guests = withWaiting(guests ?? [], own);
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
    const word = wordOf(guest, view);
    const isAwaited = word === '' || word === words.expected;
    const tone = guest.alert !== null && guest.alert !== 'waiting' ? 'bad' : isAwaited ? 'asked' : 'known';
    const { checkedInWhere: where } = guest;
    const actions = this.actionsFor(guest, view);
    this.verdict.show({ tone, word: word || words.expected, guests: [guest], where, actions });
  }

  /** Who is not on the phone's list may have been added since it was read; else organizers read of the code. */
  private async nobody(typed: string): Promise<void> {
    const code = readPassCode(typed);
    if (code === null && looksLikePassCode(typed)) return this.verdict.show({ tone: 'bad', word: words.mistyped });
    const action = this.view!.link.kind === 'trip' ? 'board' : 'check_in';
    const scans = code === null ? [] : [this.scanOf(action, { code, eventGuestId: null, name: null })];
    // Nobody comes in by it: where the phone can keep nothing, that is said of those who do.
    await this.keep(scans).catch(() => undefined);
    this.verdict.show({ tone: 'bad', word: words.notInvited, nonces: scans.map(({ nonce }) => nonce) });
    await this.round();
    const guest = this.list.byCode(typed);
    if (guest !== null && this.verdict.says(words.notInvited)) this.meet(guest);
  }

  private scanOf(
    action: ScanAction,
    whom: Pick<KeptScan, 'eventGuestId' | 'name' | 'code' | 'add'>,
    occurredAt = this.moment(),
  ): KeptScan {
    const { event, link, trip } = this.view!;
    const where = { eventId: event.id, tripId: trip?.id ?? null };
    const when = { occurredAt, endsAt: link.expiresAt, order: ++this.order };
    return { nonce: crypto.randomUUID(), ...where, ...whom, action, ...when };
  }

  /**
   * The present, later than what was done before: the corrected clock goes back by a moment where the service answers more
   * slowly than the last time, and an undo would then take back nothing.
   */
  private moment(): string {
    const now = this.sync.now().getTime();
    const isBack = now <= this.actedAt && now > this.actedAt - JITTER_MS;
    this.actedAt = isBack ? this.actedAt + 1 : now;
    return new Date(this.actedAt).toISOString();
  }

  private async keep(scans: readonly KeptScan[]): Promise<void> {
    await this.store.enqueue(scans);
    this.acts++;
    this.queue = [...this.queue, ...scans];
  }

  private actionsFor(guest: FieldGuest, view: FieldView): HTMLElement[] {
    return actionsFor(guest, { view, guests: this.guests, act: (...args) => void this.act(...args) });
  }

  /** Written on the phone before the screen says anything: what it says stays true when the phone is switched off. */
  private async act(guests: readonly FieldGuest[], action: ScanAction, add = false): Promise<void> {
    const view = this.view!;
    const occurredAt = this.moment();
    const scans = guests.map(({ eventGuestId, name }) =>
      this.scanOf(action, { eventGuestId, name, ...(add && { add }) }, occurredAt),
    );
    try {
      await this.keep(scans);
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
    this.channel?.postMessage('changed');
    this.show();
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
      const word = reasonOf({ ...first!, reason: first!.reason ?? '' });
      if (this.verdict.says(word)) return;
      return this.verdict.show({ tone: 'bad', word, guests: of(refused) });
    }
    const known = own.filter(({ status, at }) => status === 'duplicate' && at !== null);
    if (known.length === 0 || view.link.kind === 'trip') return;
    const guests = of(known);
    const actions = guests.length === 1 ? this.actionsFor(guests[0]!, view) : [];
    const [first, ...others] = known;
    const where = others.length === 0 ? first!.where : null;
    this.verdict.show({ tone: 'known', word: words.alreadyIn(timeOf(first!.at!, view)), guests, where, actions });
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
