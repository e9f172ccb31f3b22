interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Does what is wanted of one thing by many at once in few steps: whatever comes in while a step is under way is done together
 * in the next one. Who comes alone never waits.
 */
export class Batches<Item, Result> {
  private readonly lines = new Map<string, Waiting<Item, Result>[]>();

  /** @param work does one step for a thing and gives a result for each of the items, in their order */
  constructor(private readonly work: (key: string, items: readonly Item[]) => Promise<readonly Result[]>) {}

  /**
   * @param key of the thing: those for one are worked on one step after the other, those for different ones at once
   * @throws whatever the step throws that the item was part of
   */
  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const line = this.lines.get(key);
      if (line !== undefined) {
        line.push(waiting);
        return;
      }
      this.lines.set(key, [waiting]);
      void this.serve(key, this.lines.get(key)!);
    });
  }

  private async serve(key: string, line: Waiting<Item, Result>[]): Promise<void> {
    while (line.length > 0) {
      const batch = line.splice(0);
      try {
        const items = batch.map(({ item }) => item);
        const results = await this.work(key, items);
        batch.forEach(({ resolve }, index) => resolve(results[index]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.lines.delete(key);
  }
}
