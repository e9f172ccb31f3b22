import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks again and again until there is a response.
 *
 * @param ask gives undefined, null or false for "not yet"
 * @throws Error after `deadlineMs` without a response
 */
export async function eventually<T>(
  what: string,
  ask: () => T | Promise<T>,
  deadlineMs = 60_000,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const response = await ask();
    if (response !== undefined && response !== null && response !== false) return response as NonNullable<T>;
    if (Date.now() > deadline) throw new Error(`Waited ${deadlineMs} ms in vain: ${what}`);
    await delay(10);
  }
}
