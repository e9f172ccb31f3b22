import { pairsOf } from '../../kernel/lists';
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
  private readonly queues = new Map<string, Waiting<Item, Result>[]>();

  /**
   * @param work does one step for one key, all of it or nothing, and gives a result for each of the items, in their
   *   order
   * @param maxItems items of one step
   */
  constructor(
    private readonly work: (items: readonly Item[], key: string) => Promise<readonly Result[]>,
    private readonly maxItems = Infinity,
  ) {}

  /**
   * @param key names the thing: steps for the same one follow each other, steps for different ones run at once
   * @throws whatever the item's step throws. When values of a step are not valid for the database, each of its items is
   *   tried alone: a bad one must not block the others
   */
  add(item: Item, key = ''): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const queue = this.queues.get(key);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const own = [waiting];
      this.queues.set(key, own);
      void this.serve(key, own);
    });
  }

  private async serve(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) await this.step(key, queue.splice(0, this.maxItems));
    this.queues.delete(key);
  }

  private async step(key: string, batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item);
      const results = await this.work(items, key);
      for (const [{ resolve }, result] of pairsOf(batch, results)) resolve(result);
    } catch (error) {
      if (batch.length > 1 && isValueError(error)) for (const alone of batch) await this.step(key, [alone]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
