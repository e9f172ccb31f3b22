/** In which order the reference shows its sections: first those named here, then the others by name. */
export class ReferenceOrder {
  private readonly places: ReadonlyMap<string, number>;

  /** @param sections the names of tags, such as `Guests` */
  constructor(sections: readonly string[]) {
    this.places = new Map(sections.map((section, place) => [section, place]));
  }

  /** Compares two sections, as `Array.prototype.sort` asks. */
  compare(a: string, b: string): number {
    const [first, second] = [this.places.get(a) ?? Infinity, this.places.get(b) ?? Infinity];
    return first === second ? (a < b ? -1 : 1) : first - second;
  }
}
