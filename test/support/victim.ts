const DEADLOCK_DETECTED = '40P01';

/**
 * Repeats one statement, or several without a transaction of their own, that was the victim of a deadlock: it has changed
 * nothing. For statements of a test, which lock rows and tables in another order than the product does beside it.
 */
export async function unlessVictim<T>(statement: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await statement();
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK_DETECTED) throw error;
    }
  }
}
