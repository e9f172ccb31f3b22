import { emailKey } from '../../../kernel/email';
import { newId } from '../../../kernel/ids';
import type { FieldProblem } from '../../../kernel/problems';
import type { Draft, Round } from '../../../platform/batches/batches';
import { done, failed, type ItemOutcome } from '../../../platform/fields/items';
import { nameKey, type GuestKey, type GuestMentions } from './guest-mentions';
import { GUEST_RECORD } from './guest.record';
import { changedFields, EMPTY_GUEST, type GuestView, type UpdateGuest } from './guests.dto';

type GuestDraft = Draft<GuestView>;

/** What a line of a file, or an item of a batch, says of a guest. */
export interface GuestRow {
  readonly key: GuestKey;
  /** Undefined where an item leaves it out. */
  readonly name: string | undefined;
  /** The externalId that it may give them. */
  readonly externalId: string | null | undefined;
  /** Whom all the rows mention. */
  readonly mentions: GuestMentions;

  /**
   * @param guest the one that was found, null for a new guest
   * @returns what the row changes, or why it can't be used
   */
  changesTo(guest: GuestView | null): (UpdateGuest & { name: string }) | FieldProblem;
}

/** Another name that a row gave to a guest, which is more than another way to write it. */
export interface Rename {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** What became of a row. */
export type GuestOutcome = ItemOutcome & { readonly renamed?: Rename };

/** Guests with one e-mail address whom rows may mean. */
interface Sharing {
  readonly email: string;
  /** How many of them to load, whatever their names. */
  count: number;
  /** The {@link nameKey} of those to load besides. */
  readonly names: Set<string>;
}

/** Which guests rows may mean. */
export interface Wanted {
  ids: string[];
  externalIds: string[];
  sharing: Sharing[];
  /** The {@link nameKey} of guests with neither an e-mail address nor an externalId. */
  names: string[];
}

/** How many more guests of one address are loaded than rows name it: a row may give the first ones another address. */
const SPARE = 15;

/** For a row that may mean a guest who was not loaded. */
const NOT_LOADED = Symbol('not loaded');
/** For a row that may mean several. */
const AMBIGUOUS = Symbol('ambiguous');
type Found = GuestDraft | null | typeof NOT_LOADED | typeof AMBIGUOUS;

const EXTERNAL_ID_TAKEN: FieldProblem = {
  field: 'externalId',
  code: 'external_id_taken',
  message: 'externalId is that of another guest.',
};

/** The stored guests to load for these rows: those that they mean, and those whose externalIds they would take. */
export function wantedBy(rows: readonly GuestRow[]): Wanted {
  const sharing = new Map<string, Sharing>();
  const names = new Set<string>();
  for (const { key, name } of rows) {
    if (!key.email) {
      if (name !== undefined && !key.externalId) names.add(nameKey(name));
      continue;
    }
    const email = emailKey(key.email);
    const wish = sharing.get(email) ?? { email, count: SPARE, names: new Set() };
    wish.count++;
    if (name !== undefined) wish.names.add(nameKey(name));
    sharing.set(email, wish);
  }
  return {
    ids: rows.flatMap(({ key }) => key.id ?? []),
    externalIds: rows.flatMap(({ externalId }) => externalId || []),
    sharing: [...sharing.values()],
    names: [...names],
  };
}

/**
 * Applies rows to stored guests and those that earlier rows made or changed.
 *
 * An address that one row and one guest have is that guest, under whatever name. Where several rows or several guests have it,
 * name and address together decide, so that nobody is taken for the person they share it with.
 */
export class GuestRound implements Round<GuestRow, GuestView> {
  private readonly byId = new Map<string, GuestDraft>();
  private readonly byExternalId = new Map<string, GuestDraft>();
  private readonly byEmail = new Map<string, Set<GuestDraft>>();
  /** Those with neither an e-mail address nor an externalId. */
  private readonly byName = new Map<string, Set<GuestDraft>>();
  /** Addresses of which there may be more guests than were loaded. */
  private readonly unfinished = new Set<string>();

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
    for (const { email, count } of wanted.sharing)
      if ((this.byEmail.get(email)?.size ?? 0) >= count) this.unfinished.add(email);
  }

  get drafts(): Iterable<GuestDraft> {
    return this.byId.values();
  }

  apply(row: GuestRow): GuestOutcome | null {
    const draft = this.find(row);
    if (draft === NOT_LOADED) return null;
    if (draft === AMBIGUOUS) return failed([ambiguous(row)]);
    const changes = row.changesTo(draft?.now ?? null);
    if ('code' in changes) return failed([changes]);
    const fields = changedFields(draft?.now ?? EMPTY_GUEST, changes);
    if (this.isTaken(fields.externalId, draft)) return failed([EXTERNAL_ID_TAKEN]);
    if (draft === null) {
      const id = newId();
      row.mentions.take(id, row);
      this.add({ stored: null, now: { id, ...fields, erasedAt: null, createdAt: this.at, updatedAt: this.at } });
      return done('created', id);
    }
    if (GUEST_RECORD.isSame(draft.now, { ...draft.now, ...fields })) return done('unchanged', draft.now.id);
    const { id, name: from } = draft.now;
    this.change(draft, { ...draft.now, ...fields, updatedAt: this.at });
    const outcome = done('updated', id);
    return nameKey(from) === nameKey(fields.name) ? outcome : { ...outcome, renamed: { id, from, to: fields.name } };
  }

  private find(row: GuestRow): Found {
    const { id, externalId, email } = row.key;
    const known = (id && this.byId.get(id)) || (externalId && this.byExternalId.get(externalId));
    if (known) return known;
    if (email) return this.findByEmail(row, emailKey(email));
    return externalId || row.name === undefined ? null : this.findByName(row, row.name);
  }

  private findByEmail(row: GuestRow, email: string): Found {
    const sharing = [...(this.byEmail.get(email) ?? [])];
    if (sharing.length < 2 && this.unfinished.has(email)) return NOT_LOADED;
    const candidates = sharing.filter((draft) => {
      const name = row.name === undefined || nameKey(row.name) === nameKey(draft.now.name);
      return name || !(sharing.length > 1 || row.mentions.isShared(email) || row.mentions.isIdentified(draft.now));
    });
    // Different externalIds are different guests.
    const free = ({ now }: GuestDraft) => now.externalId === null || now.externalId === row.externalId;
    return onlyOf(row.externalId ? candidates.filter(free) : candidates);
  }

  /**
   * The guest whom nothing but the name is known by. Two rows are two people; of several guests the row means the one
   * whom it does not change, so that a file that is imported again changes nothing.
   */
  private findByName(row: GuestRow, name: string): Found {
    const candidates = [...(this.byName.get(nameKey(name)) ?? [])].filter(
      ({ now }) => !row.mentions.isTaken(now.id, row) && !row.mentions.isIdentified(now),
    );
    const same = candidates.length > 1 ? candidates.find(({ now }) => isUnchangedBy(now, row)) : undefined;
    const found = same ?? onlyOf(candidates);
    if (found !== null && found !== AMBIGUOUS) row.mentions.take(found.now.id, row);
    return found;
  }

  /** Whether another guest has this externalId. */
  private isTaken(externalId: string | null, draft: GuestDraft | null): boolean {
    const owner = externalId === null ? undefined : this.byExternalId.get(externalId);
    return owner !== undefined && owner !== draft;
  }

  private add(draft: GuestDraft): void {
    const { id, externalId, email, name } = draft.now;
    this.byId.set(id, draft);
    if (externalId !== null) this.byExternalId.set(externalId, draft);
    if (email !== null) addTo(this.byEmail, emailKey(email), draft);
    // Rows mean nobody whom they made themselves.
    else if (externalId === null && draft.stored !== null) addTo(this.byName, nameKey(name), draft);
  }

  private change(draft: GuestDraft, guest: GuestView): void {
    const { externalId, email, name } = draft.now;
    if (externalId !== null) this.byExternalId.delete(externalId);
    if (email !== null) this.byEmail.get(emailKey(email))?.delete(draft);
    else this.byName.get(nameKey(name))?.delete(draft);
    draft.now = guest;
    this.add(draft);
  }
}

function addTo(drafts: Map<string, Set<GuestDraft>>, key: string, draft: GuestDraft): void {
  drafts.set(key, (drafts.get(key) ?? new Set()).add(draft));
}

function onlyOf(candidates: readonly GuestDraft[]): GuestDraft | null | typeof AMBIGUOUS {
  const [only = null] = candidates;
  return candidates.length > 1 ? AMBIGUOUS : only;
}

function isUnchangedBy(guest: GuestView, row: GuestRow): boolean {
  const changes = row.changesTo(guest);
  return !('code' in changes) && GUEST_RECORD.isSame(guest, { ...guest, ...changedFields(guest, changes) });
}

function ambiguous({ key }: GuestRow): FieldProblem {
  const field = key.email ? 'email' : 'name';
  const what = key.email ? 'name and e-mail address' : 'name, and neither an e-mail address nor an externalId';
  return { field, code: 'ambiguous', message: `${field} is that of several guests with the same ${what}.` };
}
