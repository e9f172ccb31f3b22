import { firstOf } from '../../kernel/lists';
/** From so many matching records on, counting them takes milliseconds, and sorting them without an index longer. */
const LARGE = 10_000;
/** So many are remembered; the one noted first is forgotten first. */
const MAX_REMEMBERED = 10_000;

/**
 * Remembers which lists matched very many records, or failed, when they were last read. The cost of a list depends on
 * the organization's data and is not known in advance.
 */
export class LargeLists {
  private readonly keys = new Set<string>();

  /** @param key identifies the list: the statement, the organization and the filters' values */
  has(key: string): boolean {
    return this.keys.has(key);
  }

  /** @param total how many records matched; Infinity when the list could not be read */
  note(key: string, total: number): void {
    if (total < LARGE) {
      this.keys.delete(key);
      return;
    }
    this.keys.add(key);
    if (this.keys.size > MAX_REMEMBERED) this.keys.delete(firstOf(this.keys));
  }
}
