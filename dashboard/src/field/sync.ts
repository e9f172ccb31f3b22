import { withWaiting } from './merge';
import type { KeptScan, OpenedLink, Store } from './store';
import type { FieldGuest, FieldView, ScanResult } from './types';

/** What came of a round. */
export type SyncState = 'fresh' | 'offline' | 'ended' | 'pinRequired' | 'pinWrong' | 'pinLocked';

const BATCH = 200;
const RETRY_MS = 15_000;

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

  async usePin(pin: string): Promise<void> {
    this.waitUntil = 0;
    await this.keep({ pin });
  }

  async round(): Promise<SyncState> {
    if (Date.now() < this.waitUntil) return this.last;
    try {
      this.last = await this.alone(() => this.exchange());
    } catch (error) {
      // No network, or the service is away: what waits is sent the next time.
      this.last = error instanceof Stopped ? error.state : 'offline';
    }
    return this.last;
  }

  /** Two tabs of one phone would send everything twice, which changes nothing but takes as long. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    return 'locks' in navigator ? navigator.locks.request('field', work) : work();
  }

  private async exchange(): Promise<SyncState> {
    const asked = Date.now();
    const view = (await this.ask('/api/field')) as FieldView;
    const clockOffsetMs = Date.parse(view.serverTime) - (asked + Date.now()) / 2;
    await this.keep({ view, clockOffsetMs, endedAt: null });
    await this.send(view.event.id);
    await this.readGuests();
    return 'fresh';
  }

  private async send(eventId: string): Promise<void> {
    for (;;) {
      const waiting = (await this.store.queue()).filter((scan) => scan.eventId === eventId).slice(0, BATCH);
      if (waiting.length === 0) return;
      const scans = waiting.map(({ nonce, eventGuestId, code, action, occurredAt }) => ({
        nonce,
        ...(eventGuestId === undefined ? { code } : { eventGuestId }),
        action,
        occurredAt,
      }));
      const { results } = (await this.ask('/api/field/scans', { scans })) as { results: ScanResult[] };
      const byNonce = new Map(results.map((result) => [result.nonce, result]));
      const refused = waiting.flatMap((scan): KeptScan[] => {
        const result = byNonce.get(scan.nonce);
        return result?.status === 'rejected' && result.reason !== null ? [{ ...scan, reason: result.reason }] : [];
      });
      const accepted = waiting.filter(({ nonce }) => byNonce.get(nonce)?.status !== 'rejected');
      await this.store.settle(waiting, refused, withWaiting((await this.store.guests()) ?? [], accepted));
    }
  }

  private async readGuests(): Promise<void> {
    const { etag } = this.link;
    const known = etag !== null && (await this.store.guests()) !== undefined;
    const response = await this.fetch('/api/field/guests', known ? { headers: { 'If-None-Match': etag } } : {});
    if (response.status === 304) return;
    const { data } = (await response.json()) as { data: FieldGuest[] };
    await this.store.keepGuests(data);
    await this.keep({ etag: response.headers.get('ETag') });
  }

  private async ask(path: string, body?: object): Promise<unknown> {
    const init =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    return (await this.fetch(path, init)).json();
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
    const seconds = Number(response.headers.get('Retry-After') ?? RETRY_MS / 1000);
    this.waitUntil = Date.now() + seconds * 1000;
    if (response.status === 429 && this.link.view === null && pin !== null) throw new Stopped('pinLocked');
    throw new Error(`The service responded with ${response.status}.`);
  }

  private async stop(response: Response): Promise<never> {
    const { code } = (await response.json().catch(() => ({}))) as { code?: string };
    if (code === 'pin_required') throw new Stopped('pinRequired');
    if (code === 'pin_wrong') throw new Stopped('pinWrong');
    await this.keep({ endedAt: this.link.endedAt ?? this.now().toISOString() });
    throw new Stopped('ended');
  }

  private async keep(changes: Partial<OpenedLink>): Promise<void> {
    this.link = { ...this.link, ...changes };
    await this.store.keepLink(this.link);
  }
}
