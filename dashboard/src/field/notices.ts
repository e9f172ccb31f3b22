import { button, element, written } from './dom';
import type { KeptScan, OpenedLink } from './store';
import type { SyncState } from './sync';
import { words } from './words';

/** What is said above the list: of the link, the network, what waits, and what was refused. */
export interface Told {
  readonly link: OpenedLink;
  readonly state: SyncState | null;
  readonly now: Date;
  readonly queue: readonly KeptScan[];
  readonly refused: readonly KeptScan[];
}

export class Notices {
  readonly element = element('div', { className: 'notices' });
  private shown = '';
  private waiting: HTMLDetailsElement | null = null;

  constructor(private readonly markRead: () => void) {}

  show({ link, state, now, queue, refused }: Told): void {
    const ended = endOf(link, state, now);
    // Drawn again, the same would be read out again, and lose what is open.
    const shown = JSON.stringify([state, ended, queue, refused]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.replaceChildren(
      ...(ended === null ? connectionNotice(state) : [endNotice(ended)]),
      ...(queue.length === 0 ? [] : [this.waitingList(queue)]),
      ...(refused.length === 0 ? [] : [this.refusedList(refused)]),
    );
  }

  /** What waits to be sent: how many, and on a tap, what. */
  private waitingList(queue: readonly KeptScan[]): HTMLElement {
    // Asked of the one before: its event of being opened comes later, and would be missed.
    this.waiting = element(
      'details',
      { open: this.waiting?.open ?? false },
      element('summary', {}, words.waiting(queue.length)),
      element('ul', {}, ...queue.map((scan) => rowOf(scan, saidOf(scan)))),
    );
    return this.waiting;
  }

  private refusedList(refused: readonly KeptScan[]): HTMLElement {
    return element(
      'section',
      { className: 'bad' },
      element('h2', {}, words.refused),
      element('ul', {}, ...refused.map((scan) => rowOf(scan, reasonOf(scan)))),
      button(words.markRead, this.markRead),
    );
  }
}

/** Why something was refused, in words. */
export function reasonOf({ reason, vehicle }: Pick<KeptScan, 'reason' | 'vehicle'>): string {
  if (reason === 'wrong_trip') return words.otherVehicle(vehicle ?? null);
  return words.reasons[reason ?? ''] ?? reason ?? '';
}

type End = 'expired' | 'revoked';

function endOf({ endedAt, view }: OpenedLink, state: SyncState | null, now: Date): End | null {
  if (view !== null && Date.parse(view.link.expiresAt) <= now.getTime()) return 'expired';
  return state === 'ended' || endedAt !== null ? 'revoked' : null;
}

function endNotice(end: End): HTMLElement {
  return element(
    'div',
    { className: 'bad', role: 'alert' },
    element('strong', {}, words[end]),
    element('p', {}, words.revokedHelp),
  );
}

function connectionNotice(state: SyncState | null): HTMLElement[] {
  if (state !== 'offline' && state !== 'away') return [];
  return [element('p', { className: 'known', role: 'status', textContent: words[state] })];
}

const saidOf = ({ code, action }: KeptScan) => (code === undefined ? words.said[action] : words.notInvited);

function rowOf({ name, code }: KeptScan, text: string): HTMLElement {
  return element('li', {}, written(name ?? code ?? '…'), `: ${text}`);
}
