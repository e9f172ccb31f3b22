import { emailKey } from '../../kernel/email';
import type { GuestRow } from './guest-csv';
import type { GuestView } from './guests.dto';

/** A guest while a batch of rows is applied: as stored before it, and as it is after the rows so far. */
export interface Draft {
  /** Null for one that the batch creates. */
  readonly stored: GuestView | null;
  guest: GuestView;
}

/**
 * Guests with one e-mail address that rows of a batch may mean. A row with an externalId can only mean a guest who has
 * none yet: different externalIds are different guests, even when they share an address.
 */
interface Sharing {
  email: string;
  withoutExternalId: boolean;
  /** How many of them to load. */
  count: number;
}

/** Which guests a batch's rows may mean. */
export interface Wanted {
  ids: string[];
  externalIds: string[];
  sharing: Sharing[];
}

/** How many more guests of one address are loaded than rows name it: a row may give the first ones another address. */
const SPARE = 15;

/** For a row that may mean a guest who was not loaded: it belongs to the next batch. */
export const NOT_LOADED = Symbol('not loaded');

/** The stored guests to load for these rows. */
export function wantedBy(rows: readonly GuestRow[]): Wanted {
  const sharing = new Map<string, Sharing>();
  for (const row of rows) {
    const wish = sharingOf(row);
    if (wish === null) continue;
    const known = sharing.get(keyOf(wish));
    if (known === undefined) sharing.set(keyOf(wish), { ...wish, count: 1 + SPARE });
    else known.count++;
  }
  return {
    ids: rows.map(({ id }) => id).filter((id) => id !== null),
    externalIds: rows.map(({ changes }) => changes.externalId).filter((id) => id != null),
    sharing: [...sharing.values()],
  };
}

/**
 * Finds the guest that a row means among stored guests and those that earlier rows made or changed: by the id, then the
 * externalId, then the e-mail address (of several guests, the first created).
 */
export class GuestMatching {
  private readonly byId = new Map<string, Draft>();
  private readonly byExternalId = new Map<string, Draft>();
  private readonly byEmail = new Map<string, Set<Draft>>();
  /** The id of the last guest loaded for each {@link Sharing} of which there may be more than were loaded. */
  private readonly last = new Map<string, string>();

  /**
   * @param stored the guests that were loaded for `wanted`
   * @param wanted from {@link wantedBy}
   */
  constructor(stored: readonly GuestView[], wanted: Wanted) {
    for (const guest of stored) this.add({ stored: guest, guest });
    for (const wish of wanted.sharing) {
      const last = this.sharing(wish)[wish.count - 1];
      if (last !== undefined) this.last.set(keyOf(wish), last.guest.id);
    }
  }

  /** All guests, including those that no row changed. */
  get drafts(): Iterable<Draft> {
    return this.byId.values();
  }

  /** The guest that a row means, null when it means somebody new, or {@link NOT_LOADED}. */
  find(row: GuestRow): Draft | null | typeof NOT_LOADED {
    const known =
      (row.id !== null && this.byId.get(row.id)) ||
      (row.changes.externalId != null && this.byExternalId.get(row.changes.externalId));
    if (known) return known;
    const wish = sharingOf(row);
    return wish === null ? null : this.first(wish);
  }

  /** The guest with this externalId, if one was loaded or added. */
  withExternalId(externalId: string): Draft | null {
    return this.byExternalId.get(externalId) ?? null;
  }

  /** Likewise the first created of those with this e-mail address. */
  firstWith(email: string): Draft | null {
    return this.sharing({ email: emailKey(email), withoutExternalId: false })[0] ?? null;
  }

  /** Whether another guest has this externalId. */
  isTaken(externalId: string | null, draft: Draft | null): boolean {
    const owner = externalId === null ? undefined : this.byExternalId.get(externalId);
    return owner !== undefined && owner !== draft;
  }

  add(draft: Draft): void {
    const { id, externalId, email } = draft.guest;
    this.byId.set(id, draft);
    if (externalId !== null) this.byExternalId.set(externalId, draft);
    if (email === null) return;
    const sharing = this.byEmail.get(emailKey(email)) ?? new Set();
    this.byEmail.set(emailKey(email), sharing.add(draft));
  }

  change(draft: Draft, guest: GuestView): void {
    const { externalId, email } = draft.guest;
    if (externalId !== null) this.byExternalId.delete(externalId);
    if (email !== null) this.byEmail.get(emailKey(email))?.delete(draft);
    draft.guest = guest;
    this.add(draft);
  }

  /** The first guest with the address, unless one that was not loaded may come before: then {@link NOT_LOADED}. */
  private first(wish: Omit<Sharing, 'count'>): Draft | null | typeof NOT_LOADED {
    const [first = null] = this.sharing(wish);
    const last = this.last.get(keyOf(wish));
    return last !== undefined && (first === null || first.guest.id > last) ? NOT_LOADED : first;
  }

  /** Oldest first: ids are in the order of creation. */
  private sharing({ email, withoutExternalId }: Omit<Sharing, 'count'>): Draft[] {
    return [...(this.byEmail.get(email) ?? [])]
      .filter(({ guest }) => !withoutExternalId || guest.externalId === null)
      .sort((a, b) => (a.guest.id < b.guest.id ? -1 : 1));
  }
}

/** Which guests a row may mean by its e-mail address. */
function sharingOf({ changes }: GuestRow): Omit<Sharing, 'count'> | null {
  return changes.email == null
    ? null
    : { email: emailKey(changes.email), withoutExternalId: changes.externalId != null };
}

function keyOf({ email, withoutExternalId }: Omit<Sharing, 'count'>): string {
  return `${withoutExternalId} ${email}`;
}
