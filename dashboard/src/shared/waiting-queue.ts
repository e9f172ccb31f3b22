import { ApiError, AuthenticationError, ConnectionError } from '@tour-events/client';
import { useSyncExternalStore } from 'react';

/** Something that waits in this browser until the service has it. */
export interface WaitingItem {
  /** Its Idempotency-Key: the first try may have arrived, although nobody was told. */
  readonly key: string;
  /** Why the service does not take it; then somebody has to change or discard it. */
  readonly problem: string | null;
  /** Whether it was tried without a connection. */
  readonly isDelayed?: boolean;
}

const NONE = '[]';
/** The queues that there are, to say at signing out what would be lost. */
const queues: WaitingQueue<WaitingItem>[] = [];

/**
 * What was done without a connection: it is kept in this browser over reloads, for one user in one organization each, and
 * sent in its order, in one tab at a time. Each is sent with the key of its first try, so that it takes effect once.
 */
export class WaitingQueue<Item extends WaitingItem> {
  private readonly changed: string;

  /**
   * @param name of the queue in the browser's storage
   * @param send sends one, and shows what has become of it
   */
  constructor(
    private readonly name: string,
    private readonly send: (item: Item) => Promise<unknown>,
  ) {
    this.changed = `${name}-changed`;
    queues.push(this as unknown as WaitingQueue<WaitingItem>);
  }

  /** Oldest first. */
  itemsOf(owner: string): Item[] {
    try {
      return JSON.parse(this.stored(owner)) as Item[];
    } catch {
      return [];
    }
  }

  /** Keeps one until it is sent; one with the same key is replaced. */
  keep(owner: string, item: Item): void {
    const others = this.itemsOf(owner).filter(({ key }) => key !== item.key);
    this.store(owner, [...others, item]);
  }

  forget(owner: string, key: string): void {
    this.store(
      owner,
      this.itemsOf(owner).filter((item) => item.key !== key),
    );
  }

  /** Sends what waits, one after the other. What the service refuses stays with the reason. */
  async sendAll(owner: string, problemOf: (error: ApiError) => string): Promise<void> {
    const work = async () => {
      for (;;) {
        // Read again each time: more may have come meanwhile.
        const next = this.itemsOf(owner).find(({ problem }) => problem === null);
        if (next === undefined || !(await this.sendOne(owner, next, problemOf))) return;
      }
    };
    const locks = navigator.locks as LockManager | undefined;
    if (locks === undefined) await work();
    else await locks.request(this.name, work);
  }

  /** @returns false when there is no use in sending the next one */
  private async sendOne(owner: string, item: Item, problemOf: (error: ApiError) => string): Promise<boolean> {
    try {
      await this.send(item);
      this.forget(owner, item.key);
      return true;
    } catch (error) {
      const again = error instanceof ConnectionError || mayBeSentAgain(error);
      if (!again && !(error instanceof ApiError)) throw error;
      this.store(
        owner,
        this.itemsOf(owner).map((each) => {
          if (again) return each.problem === null ? { ...each, isDelayed: true } : each;
          return each.key === item.key ? { ...each, problem: problemOf(error as ApiError) } : each;
        }),
      );
      return !again;
    }
  }

  /** As text: it is the same as long as nothing changes. */
  stored(owner: string): string {
    return localStorage.getItem(`${this.name} ${owner}`) ?? NONE;
  }

  private store(owner: string, items: readonly Item[]): void {
    const place = `${this.name} ${owner}`;
    if (items.length === 0) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(items));
    dispatchEvent(new Event(this.changed));
  }

  readonly subscribe = (onChange: () => void): (() => void) => {
    // `storage` comes from other tabs.
    const events = ['storage', this.changed];
    for (const event of events) addEventListener(event, onChange);
    return () => events.forEach((event) => removeEventListener(event, onChange));
  };

  /** How many wait, of all users of this browser. */
  count(): number {
    const places = Object.keys(localStorage).filter((place) => place.startsWith(`${this.name} `));
    return places.reduce((sum, place) => sum + this.itemsOf(place.slice(this.name.length + 1)).length, 0);
  }
}

/** Those that wait, in this and other tabs, oldest first. */
export function useWaiting<Item extends WaitingItem>(queue: WaitingQueue<Item>, owner: string): readonly Item[] {
  const text = useSyncExternalStore(queue.subscribe, () => queue.stored(owner));
  return text === NONE ? [] : queue.itemsOf(owner);
}

/** How many things wait to be sent: signing out clears the browser's storage, and they would be lost. */
export function countWaiting(): number {
  return queues.reduce((sum, queue) => sum + queue.count(), 0);
}

function mayBeSentAgain(error: unknown): boolean {
  return (
    error instanceof AuthenticationError ||
    (error instanceof ApiError && (error.isTemporary || error.code === 'idempotency_in_progress'))
  );
}
