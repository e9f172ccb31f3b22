/**
 * Works many rows off in many small transactions, so that nobody waits long for any of them. Cut off anywhere, the next round of
 * the job carries on.
 *
 * @param size of a batch: a smaller one is the last
 * @param step does a batch in a transaction of its own, and says how many rows there were
 */
export async function inBatches(size: number, stop: AbortSignal, step: () => Promise<number>): Promise<void> {
  let done = size;
  while (done === size && !stop.aborted) done = await step();
}
