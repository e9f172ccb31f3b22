/** From so many matching records on, counting them takes milliseconds, and sorting them without an index longer. */
const LARGE = 10_000;
/** So many are remembered; the one noted first is forgotten first. */
const MAX_REMEMBERED = 10_000;

/**
 * Remembers which lists matched very many records, or failed, when they were last read. What a list costs is not known
 * before: that depends on how much an organization has.
 */
export class LargeLists {
  private readonly keys = new Set<string>();

  /** @param key tells lists apart: the statement, the organization and the filters' values */
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
    const [oldest] = this.keys;
    if (this.keys.size > MAX_REMEMBERED) this.keys.delete(oldest!);
  }
}
