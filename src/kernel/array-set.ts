/**
 * A set of the few things that are under way at a time, in the order in which they were added. Finding one takes linear
 * time, and unlike a Set it must not lose members while it is iterated.
 *
 * An array on purpose. V8 replaces the table of a Set whenever it has run full of members that came and went, and each
 * replaced table refers to the next. Once the garbage collector has promoted one table as long-lived, all that follow
 * stay as well, with every member they had when they were replaced, until the next full collection. With members that
 * change a thousand times a second everything is kept so, and copying it costs a process more than the search here.
 */
export class ArraySet<T> implements Iterable<T> {
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
