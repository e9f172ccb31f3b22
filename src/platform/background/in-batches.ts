/**
 * Processes many rows in many small transactions, so that none locks rows for long. When it is cut off, the next round
 * of the job continues.
 *
 * @param size of a full batch: a smaller one is the last
 * @param stop checked between batches
 * @param step does one batch in a transaction of its own, and gives the number of its rows
 */
export async function inBatches(size: number, stop: AbortSignal, step: () => Promise<number>): Promise<void> {
  let done = size;
  while (done === size && !stop.aborted) done = await step();
}
