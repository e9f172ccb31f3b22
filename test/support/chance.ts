/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Chance {
  constructor(private state: number) {}

  /** At least 0 and below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From 1 to `most`. */
  upTo(most: number): number {
    return 1 + Math.floor(this.next() * most);
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.upTo(choices.length) - 1]!;
  }

  /** Up to `most` of any value. */
  bytes(most: number): Buffer {
    return Buffer.from(Array.from({ length: this.upTo(most) }, () => this.upTo(256) - 1));
  }

  /** The same things in another order. */
  shuffled<T>(things: readonly T[]): T[] {
    const rest = [...things];
    return things.map(() => rest.splice(this.upTo(rest.length) - 1, 1)[0]!);
  }
}
