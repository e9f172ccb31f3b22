import { emailKey } from '../../../kernel/email';
import { newId } from '../../../kernel/ids';
import type { FieldProblem } from '../../../kernel/problems';
import type { Draft, Round } from '../../../platform/batches/batches';
import { done, failed, type ItemOutcome } from '../../../platform/fields/items';
import { GUEST_RECORD } from './guest.record';
import { changedFields, EMPTY_GUEST, type GuestView, type UpdateGuest } from './guests.dto';

type GuestDraft = Draft<GuestView>;

/** By what a row finds a guest: the id, then the externalId, then the e-mail address. */
interface GuestKey {
  id?: string | null | undefined;
  externalId?: string | null | undefined;
  email?: string | null | undefined;
}

/** What a line of a file, or an item of a batch, says of a guest. */
export interface GuestRow {
  readonly key: GuestKey;
  /** The externalId that it may give them. */
  readonly externalId: string | null | undefined;

  /**
   * @param guest the one that was found, null for a new guest
   * @returns what the row changes, or why it can't be used
   */
  changesTo(guest: GuestView | null): (UpdateGuest & { name: string }) | FieldProblem;
}

/**
 * Guests with one e-mail address that rows may mean. A row with an externalId can only mean a guest who has none yet:
 * different externalIds are different guests, even when they share an address.
 */
interface Sharing {
  email: string;
  withoutExternalId: boolean;
  /** How many of them to load. */
  count: number;
}

/** Which guests rows may mean. */
export interface Wanted {
  ids: string[];
  externalIds: string[];
  sharing: Sharing[];
}

/** How many more guests of one address are loaded than rows name it: a row may give the first ones another address. */
const SPARE = 15;

/** For a row that may mean a guest who was not loaded. */
const NOT_LOADED = Symbol('not loaded');

const EXTERNAL_ID_TAKEN: FieldProblem = {
  field: 'externalId',
  code: 'external_id_taken',
  message: 'externalId is that of another guest.',
};

/** The stored guests to load for these rows: those that they mean, and those whose externalIds they would take. */
export function wantedBy(rows: readonly GuestRow[]): Wanted {
  const sharing = new Map<string, Sharing>();
  for (const { key } of rows) {
    const wish = sharingOf(key);
    if (wish === null) continue;
    const known = sharing.get(keyOf(wish));
    if (known === undefined) sharing.set(keyOf(wish), { ...wish, count: 1 + SPARE });
    else known.count++;
  }
  return {
    ids: rows.flatMap(({ key }) => key.id ?? []),
    externalIds: rows.flatMap(({ externalId }) => externalId || []),
    sharing: [...sharing.values()],
  };
}

/**
 * Applies rows to stored guests and those that earlier rows made or changed. Of several guests with an e-mail address, the
 * first created is meant.
 */
export class GuestRound implements Round<GuestRow, GuestView> {
  private readonly byId = new Map<string, GuestDraft>();
  private readonly byExternalId = new Map<string, GuestDraft>();
  private readonly byEmail = new Map<string, Set<GuestDraft>>();
  /** The id of the last guest loaded for each {@link Sharing} of which there may be more than were loaded. */
  private readonly last = new Map<string, string>();

  /**
   * @param stored the guests that were loaded for `wanted`
   * @param wanted from {@link wantedBy}
   * @param at when the rows are applied
   */
  constructor(
    stored: readonly GuestView[],
    wanted: Wanted,
    private readonly at: string,
  ) {
    for (const guest of stored) this.add({ stored: guest, now: guest });
    for (const wish of wanted.sharing) {
      const last = this.sharing(wish)[wish.count - 1];
      if (last !== undefined) this.last.set(keyOf(wish), last.now.id);
    }
  }

  get drafts(): Iterable<GuestDraft> {
    return this.byId.values();
  }

  apply(row: GuestRow): ItemOutcome | null {
    const draft = this.find(row.key);
    if (draft === NOT_LOADED) return null;
    const changes = row.changesTo(draft?.now ?? null);
    if ('code' in changes) return failed([changes]);
    const fields = changedFields(draft?.now ?? EMPTY_GUEST, changes);
    if (this.isTaken(fields.externalId, draft)) return failed([EXTERNAL_ID_TAKEN]);
    if (draft === null) {
      const id = newId();
      this.add({ stored: null, now: { id, ...fields, erasedAt: null, createdAt: this.at, updatedAt: this.at } });
      return done('created', id);
    }
    if (GUEST_RECORD.isSame(draft.now, { ...draft.now, ...fields })) return done('unchanged', draft.now.id);
    this.change(draft, { ...draft.now, ...fields, updatedAt: this.at });
    return done('updated', draft.now.id);
  }

  /** The guest that is meant, null for somebody new, or {@link NOT_LOADED}. */
  private find(key: GuestKey): GuestDraft | null | typeof NOT_LOADED {
    const known = (key.id && this.byId.get(key.id)) || (key.externalId && this.byExternalId.get(key.externalId));
    if (known) return known;
    const wish = sharingOf(key);
    return wish === null ? null : this.first(wish);
  }

  /** Whether another guest has this externalId. */
  private isTaken(externalId: string | null, draft: GuestDraft | null): boolean {
    const owner = externalId === null ? undefined : this.byExternalId.get(externalId);
    return owner !== undefined && owner !== draft;
  }

  private add(draft: GuestDraft): void {
    const { id, externalId, email } = draft.now;
    this.byId.set(id, draft);
    if (externalId !== null) this.byExternalId.set(externalId, draft);
    if (email === null) return;
    const sharing = this.byEmail.get(emailKey(email)) ?? new Set();
    this.byEmail.set(emailKey(email), sharing.add(draft));
  }

  private change(draft: GuestDraft, guest: GuestView): void {
    const { externalId, email } = draft.now;
    if (externalId !== null) this.byExternalId.delete(externalId);
    if (email !== null) this.byEmail.get(emailKey(email))?.delete(draft);
    draft.now = guest;
    this.add(draft);
  }

  /** The first guest with the address, unless one that was not loaded may come before: then {@link NOT_LOADED}. */
  private first(wish: Omit<Sharing, 'count'>): GuestDraft | null | typeof NOT_LOADED {
    const [first = null] = this.sharing(wish);
    const last = this.last.get(keyOf(wish));
    return last !== undefined && (first === null || first.now.id > last) ? NOT_LOADED : first;
  }

  /** Oldest first: ids are in the order of creation. */
  private sharing({ email, withoutExternalId }: Omit<Sharing, 'count'>): GuestDraft[] {
    return [...(this.byEmail.get(email) ?? [])]
      .filter(({ now }) => !withoutExternalId || now.externalId === null)
      .sort((a, b) => (a.now.id < b.now.id ? -1 : 1));
  }
}

/** Which guests a row may mean by its e-mail address. */
function sharingOf({ email, externalId }: GuestKey): Omit<Sharing, 'count'> | null {
  return email ? { email: emailKey(email), withoutExternalId: Boolean(externalId) } : null;
}

function keyOf({ email, withoutExternalId }: Omit<Sharing, 'count'>): string {
  return `${withoutExternalId} ${email}`;
}
