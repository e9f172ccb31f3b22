import type { FieldGuest, FieldView, ScanAction } from './types';

/** What waits to be sent, or was refused. */
export interface KeptScan {
  readonly nonce: string;
  readonly eventId: string;
  /** Of what was done on a bus: no link but one to this trip takes it. */
  readonly tripId: string | null;
  /** Null where nobody on the phone's list has the code. */
  readonly eventGuestId: string | null;
  /** Of a pass that is refused here: it is sent so that organizers read of it. */
  readonly code?: string;
  readonly action: ScanAction;
  /** On a trip: takes along who is not on it. */
  readonly add?: true;
  readonly occurredAt: string;
  /** For the list on the phone; it is not sent. */
  readonly name: string | null;
  /** When the link opens nothing any more by which it was made. */
  readonly endsAt: string;
  readonly reason?: string;
  /** The right one, for who was refused in this. */
  readonly vehicle?: string | null;
  /** Of scans at the same time. */
  readonly order: number;
}

/** The link that the phone has opened, and what it knows of it. */
export interface OpenedLink {
  readonly token: string;
  readonly device: string;
  readonly pin: string | null;
  readonly view: FieldView | null;
  readonly etag: string | null;
  /** How much the phone's clock is behind the service's. */
  readonly clockOffsetMs: number;
  /** When the service said that the link opens nothing any more. */
  readonly endedAt: string | null;
}

const NAME = 'field';
const LINK = 'link';
const GUESTS = 'guests';

/** Another tab has opened another link meanwhile. */
export class OtherLink extends Error {}

/** Everything that stays on the phone when the page is closed. */
export class Store {
  private constructor(private readonly database: IDBDatabase) {}

  static open(): Promise<Store> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('values');
        request.result.createObjectStore('queue', { keyPath: 'nonce' });
        request.result.createObjectStore('refused', { keyPath: 'nonce' });
      };
      request.onsuccess = () => resolve(new Store(request.result));
      request.onerror = () => reject(request.error ?? new Error('The database did not open.'));
    });
  }

  link(): Promise<OpenedLink | undefined> {
    return this.read('values', (store) => store.get(LINK));
  }

  /** Another link may be of another event, whose guests those on the phone are not. */
  openLink(link: OpenedLink): Promise<void> {
    return this.write(['values'], ([values]) => {
      values!.put(link, LINK);
      values!.delete(GUESTS);
    });
  }

  /** @throws OtherLink */
  changeLink(link: OpenedLink): Promise<void> {
    return this.writeFor(link.token, ['values'], ([values]) => values!.put(link, LINK));
  }

  guests(): Promise<FieldGuest[] | undefined> {
    return this.read('values', (store) => store.get(GUESTS));
  }

  /** The guests as they were read by a link. @throws OtherLink */
  keepGuests(link: OpenedLink, guests: readonly FieldGuest[]): Promise<void> {
    return this.writeFor(link.token, ['values'], ([values]) => {
      values!.put(link, LINK);
      values!.put(guests, GUESTS);
    });
  }

  queue(): Promise<KeptScan[]> {
    return this.inOrder('queue');
  }

  refused(): Promise<KeptScan[]> {
    return this.inOrder('refused');
  }

  /** All of them or none. */
  enqueue(scans: readonly KeptScan[]): Promise<void> {
    return this.write(['queue'], ([queue]) => {
      for (const scan of scans) queue!.put(scan);
    });
  }

  /**
   * Takes what was sent off the queue, and keeps what was refused until it is read.
   *
   * @param guests as they are with what was accepted: until they are read again, they would be as before
   * @throws OtherLink, and the queue stays
   */
  settle(
    { token }: OpenedLink,
    sent: readonly KeptScan[],
    refused: readonly KeptScan[],
    guests: readonly FieldGuest[],
  ): Promise<void> {
    return this.writeFor(token, ['values', 'queue', 'refused'], ([values, queue, others]) => {
      values!.put(guests, GUESTS);
      for (const { nonce } of sent) queue!.delete(nonce);
      for (const scan of refused) others!.put(scan);
    });
  }

  markRead(): Promise<void> {
    return this.write(['refused'], ([refused]) => refused!.clear());
  }

  /** No name of a guest stays on the phone. */
  forgetGuests(): Promise<void> {
    return this.write(['values'], ([values]) => values!.delete(GUESTS));
  }

  /** Changes what is kept of scans, such as that their names are forgotten; they can still be sent. */
  async changeScans(change: (scan: KeptScan) => KeptScan): Promise<void> {
    await this.write(['queue', 'refused'], (stores) => {
      for (const store of stores) {
        const request = store.openCursor();
        request.onsuccess = () => {
          const cursor = request.result;
          if (cursor === null) return;
          cursor.update(change(cursor.value as KeptScan));
          cursor.continue();
        };
      }
    });
  }

  private async inOrder(name: string): Promise<KeptScan[]> {
    const scans = await this.read<KeptScan[]>(name, (store) => store.getAll());
    return scans.sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt) || a.order - b.order);
  }

  private read<T>(name: string, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const request = ask(this.database.transaction(name).objectStore(name));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('Nothing could be read.'));
    });
  }

  /**
   * Writes what came of a link, unless another tab has opened another one meanwhile: that one stands for the whole phone.
   *
   * @param names begin with `values`, where the link is
   * @throws OtherLink, and nothing is written
   */
  private async writeFor(token: string, names: string[], work: (stores: IDBObjectStore[]) => void): Promise<void> {
    let isOther = false;
    await this.write(names, (stores) => {
      const request = stores[0]!.get(LINK);
      request.onsuccess = () => {
        isOther = (request.result as OpenedLink | undefined)?.token !== token;
        if (!isOther) work(stores);
      };
    });
    if (isOther) throw new OtherLink();
  }

  /** Done once the browser has written it: before that nothing is said on the screen. */
  private write(names: string[], work: (stores: IDBObjectStore[]) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(names, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      const fail = () => reject(transaction.error ?? new Error('Nothing could be written.'));
      transaction.onerror = fail;
      transaction.onabort = fail;
      work(names.map((name) => transaction.objectStore(name)));
    });
  }
}
