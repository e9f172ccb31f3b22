/**
 * Writes entries many at a time: while one batch is being written the next collects. So there is one transaction at a time,
 * however many wait for it, and nobody waits for more than two.
 */
export class Batches<Entry, Result> {
  private waiting: { entry: Entry; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  private writing = false;

  /**
   * @param write gives a result for each entry, in their order
   * @param most in one batch
   */
  constructor(
    private readonly write: (entries: readonly Entry[]) => Promise<readonly Result[]>,
    private readonly most: number,
  ) {}

  /** @throws whatever the batch's writing throws */
  add(entry: Entry): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ entry, resolve, reject });
      if (!this.writing) void this.writeAll();
    });
  }

  private async writeAll(): Promise<void> {
    this.writing = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.most);
      try {
        const results = await this.write(batch.map(({ entry }) => entry));
        batch.forEach(({ resolve }, index) => resolve(results[index]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.writing = false;
  }
}
