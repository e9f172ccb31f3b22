import { emailKey } from '../../../kernel/email';
import { searchText } from '../../../kernel/search-text';
import type { GuestView } from './guests.dto';

/** By what a row finds a guest: the id, then the externalId, then the e-mail address. */
export interface GuestKey {
  id?: string | null | undefined;
  externalId?: string | null | undefined;
  email?: string | null | undefined;
}

/** The form in which names are compared: without case, accents and blanks. */
export function nameKey(name: string): string {
  return searchText(name).replace(/\s/g, '');
}

/**
 * Whom all rows of a file, or all items of a batch, mention: a row can't tell alone whether its address is shared. Rows that
 * can't be used count as well.
 */
export class GuestMentions {
  private readonly once = new Set<string>();
  private readonly shared = new Set<string>();
  private readonly identified = new Set<string>();
  /** Which row means a guest who is known by name alone. A row that is applied again means the same. */
  private readonly meantBy = new Map<string, object>();

  add({ id, externalId, email }: GuestKey): void {
    if (id) this.identified.add(id);
    if (externalId) this.identified.add(externalId);
    if (!email) return;
    const address = emailKey(email);
    if (this.once.has(address)) this.shared.add(address);
    else this.once.add(address);
  }

  /** Whether several rows have the address. */
  isShared(email: string): boolean {
    return this.shared.has(emailKey(email));
  }

  /** Whether a row has the guest's id or externalId. */
  isIdentified({ id, externalId }: GuestView): boolean {
    return this.identified.has(id) || (externalId !== null && this.identified.has(externalId));
  }

  take(guestId: string, row: object): void {
    this.meantBy.set(guestId, row);
  }

  /** Whether a guest who is known by name alone is meant by another row. */
  isTaken(guestId: string, row: object): boolean {
    const taker = this.meantBy.get(guestId);
    return taker !== undefined && taker !== row;
  }
}
