/**
 * A set of the few things that are under way at a time, in the order in which they were added. Finding one takes the longer the
 * more there are, and unlike a Set it must not lose any while it is gone through.
 *
 * An array on purpose. V8 replaces the table of a Set whenever it has run full of members that came and went, and each replaced
 * table refers to the next. Once the collector has taken one for long-lived, all that follow stay as well, with every member
 * that was there when they were replaced, until it next looks through everything. Of what is sent a thousand times a second
 * that keeps all, and a process spends more on moving it about than on finding it here.
 */
export class Few<T> implements Iterable<T> {
  private readonly members: T[] = [];

  get size(): number {
    return this.members.length;
  }

  /** @param member that is not there yet */
  add(member: T): void {
    this.members.push(member);
  }

  has(member: T): boolean {
    return this.members.includes(member);
  }

  delete(member: T): void {
    const index = this.members.indexOf(member);
    if (index !== -1) this.members.splice(index, 1);
  }

  clear(): void {
    this.members.length = 0;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.members[Symbol.iterator]();
  }
}
