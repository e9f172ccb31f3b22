/**
 * Like Promise.all, but waits for all promises even when one fails. Before a rollback, for example, nothing may still
 * be running.
 *
 * @param promises of statements on one connection in the order in which they were sent: the first failure is the cause of
 *   those behind it
 * @throws the reason of the first in the list that failed
 */
export async function settleAll<T extends readonly Promise<unknown>[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(promises);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<T[K]>;
  };
}
