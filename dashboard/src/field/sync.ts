import { belongsTo, withWaiting } from './merge';
import { OtherLink, type KeptScan, type OpenedLink, type Store } from './store';
import type { FieldGuest, FieldView, ScanResult } from './types';

/** What came of the last exchange. `away`: there is a network, but the service does not answer as it should. */
export type SyncState = 'fresh' | 'offline' | 'away' | 'ended' | 'replaced' | 'pinRequired' | 'pinWrong' | 'pinLocked';

/** How things are with the service, and what became of the scans that were sent just now. */
export interface Exchanged {
  readonly state: SyncState;
  readonly results: readonly ScanResult[];
}

const BATCH = 200;
const RETRY_MS = 15_000;
/** What the service says of a link that opens nothing; anything else is said by something between it and the phone. */
const ENDED = 'unauthenticated';

/** Whoever may not send any more; the link is kept with what waits. */
class Stopped extends Error {
  constructor(readonly state: SyncState) {
    super(state);
  }
}

/** Sends what waits and reads the guests, in one tab at a time. */
export class Sync {
  private waitUntil = 0;
  private last: SyncState = 'offline';
  private results: ScanResult[] = [];
  /** What is on the phone has changed, and the exchange goes on: to send what waits may take long. */
  onProgress: () => void = () => undefined;

  constructor(
    private readonly store: Store,
    private link: OpenedLink,
  ) {}

  get current(): OpenedLink {
    return this.link;
  }

  /** The time by the service's clock: that of the phone may be wrong. */
  now(): Date {
    return new Date(Date.now() + this.link.clockOffsetMs);
  }

  /** Tries a PIN with all that follows. */
  usePin(pin: string): Promise<Exchanged> {
    this.waitUntil = 0;
    return this.attempt(async () => {
      await this.keep({ pin });
      await this.exchange();
    });
  }

  /** Sends what waits, and reads how the guests are now. */
  round(): Promise<Exchanged> {
    return this.attempt(() => this.exchange());
  }

  /** Sends what waits, without reading all guests for each scan. */
  deliver(): Promise<Exchanged> {
    const { view } = this.link;
    return view === null ? this.round() : this.attempt(() => this.send(view));
  }

  private async attempt(work: () => Promise<void>): Promise<Exchanged> {
    if (Date.now() < this.waitUntil) return { state: this.last, results: [] };
    return this.alone(async () => {
      this.results = [];
      try {
        await this.followOtherTabs();
        await work();
        this.last = 'fresh';
      } catch (error) {
        // What waits is sent the next time.
        this.last = stateAfter(error);
      }
      return { state: this.last, results: this.results };
    });
  }

  /** Two tabs of one phone would send everything twice, which changes nothing but takes as long. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    return 'locks' in navigator ? navigator.locks.request('field', work) : work();
  }

  /** Another tab may know the PIN by now, or have opened another link, which stands for the whole phone. */
  private async followOtherTabs(): Promise<void> {
    const kept = await this.store.link();
    if (kept === undefined) return;
    if (kept.token !== this.link.token) throw new Stopped('replaced');
    this.link = kept;
  }

  private async exchange(): Promise<void> {
    const view = (await this.ask('/api/field')) as FieldView;
    // Rather a moment behind: what is ahead of the service counts as now, and two of a batch would count as at once.
    const clockOffsetMs = Date.parse(view.serverTime) - Date.now();
    await this.keep({ view, clockOffsetMs, endedAt: null });
    if ((await this.store.guests()) === undefined) {
      await this.readGuests();
      this.onProgress();
    }
    await this.send(view);
    await this.readGuests();
  }

  private async send(view: FieldView): Promise<void> {
    for (;;) {
      const queued = (await this.store.queue()).filter((scan) => belongsTo(scan, view)).slice(0, BATCH);
      const waiting = await this.withoutKnownCodes(queued);
      if (waiting.length === 0) return;
      if (this.results.length > 0) this.onProgress();
      const scans = waiting.map(({ nonce, eventGuestId, code, action, occurredAt, add }) => ({
        ...{ nonce, action, occurredAt },
        ...(code === undefined ? { eventGuestId } : { code }),
        ...(add && { add }),
      }));
      const { results } = (await this.ask('/api/field/scans', { scans })) as { results: ScanResult[] };
      const byNonce = new Map(results.map((result) => [result.nonce, result]));
      const refused = waiting.flatMap((scan) => refusal(scan, byNonce.get(scan.nonce)) ?? []);
      const accepted = waiting.filter(({ nonce }) => byNonce.get(nonce)?.status !== 'rejected');
      await this.store.settle(this.link, waiting, refused, withWaiting((await this.store.guests()) ?? [], accepted));
      this.results.push(...results);
      // The phone took it for a change that it was not: the service's list is as before, and read all the same.
      if (results.some(({ status }) => status !== 'ok')) await this.keep({ etag: null });
    }
  }

  /** Who was put on the list after the phone had read it was sent away: their code would let them in now. */
  private async withoutKnownCodes(waiting: readonly KeptScan[]): Promise<readonly KeptScan[]> {
    if (waiting.every(({ code }) => code === undefined)) return waiting;
    await this.readGuests();
    const guests = (await this.store.guests()) ?? [];
    const codes = new Set(guests.map(({ code }) => code));
    const isKnown = ({ code }: KeptScan) => code !== undefined && codes.has(code);
    await this.store.settle(this.link, waiting.filter(isKnown), [], guests);
    return waiting.filter((scan) => !isKnown(scan));
  }

  private async readGuests(): Promise<void> {
    const { etag } = this.link;
    const known = etag !== null && (await this.store.guests()) !== undefined;
    const response = await this.fetch('/api/field/guests', known ? { headers: { 'If-None-Match': etag } } : {});
    if (response.status === 304) return;
    const { data } = (await json(response)) as { data: FieldGuest[] };
    this.link = { ...this.link, etag: response.headers.get('ETag') };
    await this.store.keepGuests(this.link, data);
  }

  private async ask(path: string, body?: object): Promise<unknown> {
    const init =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    return json(await this.fetch(path, init));
  }

  private async fetch(path: string, init: RequestInit): Promise<Response> {
    const { token, device, pin } = this.link;
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${token}`);
    headers.set('X-TE-Device', device);
    if (pin !== null) headers.set('X-TE-Pin', pin);
    const response = await fetch(path, { ...init, headers, credentials: 'omit', cache: 'no-store' });
    if (response.ok || response.status === 304) return response;
    if (response.status === 401) await this.stop(response);
    const seconds = Number(response.headers.get('Retry-After') ?? NaN);
    this.waitUntil = Date.now() + (Number.isFinite(seconds) ? seconds * 1000 : RETRY_MS);
    const isLocked = response.status === 429 && this.link.view === null && pin !== null;
    throw new Stopped(isLocked ? 'pinLocked' : 'away');
  }

  private async stop(response: Response): Promise<void> {
    const { code } = (await response.json().catch(() => ({}))) as { code?: string };
    if (code === 'pin_required') throw new Stopped('pinRequired');
    if (code === 'pin_wrong') throw new Stopped('pinWrong');
    if (code !== ENDED) return;
    await this.keep({ endedAt: this.link.endedAt ?? this.now().toISOString() });
    throw new Stopped('ended');
  }

  private async keep(changes: Partial<OpenedLink>): Promise<void> {
    this.link = { ...this.link, ...changes };
    await this.store.changeLink(this.link);
  }
}

function stateAfter(error: unknown): SyncState {
  if (error instanceof OtherLink) return 'replaced';
  return error instanceof Stopped ? error.state : 'offline';
}

/** @throws Stopped for what is no JSON: the page of a network that wants to be signed in to first */
async function json(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new Stopped('away');
  }
}

/**
 * A scan as it is listed when the service refuses it; the name of somebody who was erased is not, nor a code that the
 * phone has refused itself.
 */
function refusal(scan: KeptScan, result: ScanResult | undefined): KeptScan | null {
  if (result?.status !== 'rejected' || scan.code !== undefined) return null;
  const { reason, vehicle } = result;
  return { ...scan, reason: reason ?? '', vehicle, name: reason === 'erased' ? null : scan.name };
}
