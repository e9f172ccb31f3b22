import { isValueError } from '../database/failures';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does many items of work on the same thing in few steps: items that come in while a step is under way are done
 * together in the next one. An item that comes alone never waits.
 */
export class Batches<Item, Result> {
  private readonly lines = new Map<string, Waiting<Item, Result>[]>();

  /**
   * @param work does one step for one key, all of it or nothing, and gives a result for each of the items, in their
   *   order
   * @param most items of one step
   */
  constructor(
    private readonly work: (items: readonly Item[], key: string) => Promise<readonly Result[]>,
    private readonly most = Infinity,
  ) {}

  /**
   * @param key names the thing: steps for the same one follow each other, steps for different ones run at once
   * @throws whatever the item's step throws. When the database refuses values of a step each of its items is tried
   *   alone: the bad one must not keep the others from being done
   */
  add(item: Item, key = ''): Promise<Result> {
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
    while (line.length > 0) await this.step(key, line.splice(0, this.most));
    this.lines.delete(key);
  }

  private async step(key: string, batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item);
      const results = await this.work(items, key);
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (batch.length > 1 && isValueError(error)) for (const alone of batch) await this.step(key, [alone]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
