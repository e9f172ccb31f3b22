import { setTimeout as delay } from 'node:timers/promises';
import type { Response, Test } from 'supertest';
import { Unavailable } from '../../src/kernel/problems';
import { isDatabaseBusy, isDatabaseUnavailable } from '../../src/platform/database/failures';
import type { SharedTestApp } from './app';

/** Less than the time limit of a test, so that the last response is shown. */
const DEADLINE_MS = 90_000;
const PAUSE_MS = 500;

/**
 * Sends a request again for as long as the response is 503 with Retry-After, and when that says, as a client does. How
 * many of those that come at once get a place, a lock or a connection within the service's time limits is up to the
 * machine.
 *
 * A repeat does nothing twice: each of these requests is one unit of work, and one that got no place, lock or connection
 * has not begun or is rolled back as a whole (UnitOfWork). Only when a connection breaks at its COMMIT nobody knows
 * whether that took place; so this is not for tests in which connections break.
 *
 * @throws Error when the request was in a deadlock, which is no matter of patience
 */
export async function patiently({ log }: Pick<SharedTestApp, 'log'>, send: () => Test): Promise<Response> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const response = await send();
    const seconds: unknown = response.headers['retry-after'];
    if (response.status !== 503 || seconds === undefined || Date.now() > deadline) return response;
    const { requestId } = response.body as { requestId: string };
    const deadlock = log.find((line) => line.includes(requestId) && line.includes('deadlock detected'));
    if (deadlock !== undefined) throw new Error(deadlock);
    await delay(Number(seconds) * 1000);
  }
}

/** The same for one unit of work that is done without a request. */
export async function patientlyDone<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || Date.now() > deadline) throw error;
      await delay(PAUSE_MS);
    }
  }
}

function isPassing(error: unknown): boolean {
  if ((error as { code?: unknown }).code === '40P01') return false;
  return error instanceof Unavailable || isDatabaseBusy(error) || isDatabaseUnavailable(error);
}
