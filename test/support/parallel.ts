/**
 * Works on a few things at a time: the service serves many at once, but a test machine has two cores.
 *
 * @throws what went wrong first; nothing new is begun after that
 */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  try {
    await Promise.all(Array.from({ length: 6 }, lane));
  } finally {
    waiting.length = 0;
  }
}
