import { ApiError, AuthenticationError, ConnectionError, type CreateExpenseData } from '@tour-events/client';
import { useSyncExternalStore } from 'react';
import { logExpense } from './expenses-queries';

/** An expense that could not be sent, and waits in this browser until it can. */
export interface WaitingExpense {
  /** Its Idempotency-Key: the first try may have arrived, although nobody was told. */
  readonly key: string;
  readonly eventId: string;
  readonly eventName: string;
  readonly body: CreateExpenseData['body'];
  /** Why the service does not take it; then somebody has to change it. */
  readonly problem: string | null;
}

const PREFIX = 'te-expenses ';
const LOCK = 'te-expenses';
const CHANGED = 'te-expenses-changed';
const NONE = '[]';

/** Those of one user in one organization, oldest first, as text: it is the same as long as nothing changes. */
function stored(owner: string): string {
  return localStorage.getItem(PREFIX + owner) ?? NONE;
}

function waitingOf(owner: string): WaitingExpense[] {
  try {
    return JSON.parse(stored(owner)) as WaitingExpense[];
  } catch {
    return [];
  }
}

function store(owner: string, waiting: readonly WaitingExpense[]): void {
  if (waiting.length === 0) localStorage.removeItem(PREFIX + owner);
  else localStorage.setItem(PREFIX + owner, JSON.stringify(waiting));
  dispatchEvent(new Event(CHANGED));
}

function subscribe(onChange: () => void): () => void {
  // `storage` comes from other tabs.
  const events = ['storage', CHANGED];
  for (const event of events) addEventListener(event, onChange);
  return () => events.forEach((event) => removeEventListener(event, onChange));
}

/** The expenses that wait, in this and other tabs. */
export function useWaitingExpenses(owner: string): readonly WaitingExpense[] {
  const text = useSyncExternalStore(subscribe, () => stored(owner));
  return text === NONE ? [] : waitingOf(owner);
}

/** Keeps an expense until it can be sent; one with the same key is replaced. */
export function keepExpense(owner: string, expense: WaitingExpense): void {
  const others = waitingOf(owner).filter(({ key }) => key !== expense.key);
  store(owner, [...others, expense]);
}

export function forgetExpense(owner: string, key: string): void {
  store(
    owner,
    waitingOf(owner).filter((expense) => expense.key !== key),
  );
}

/**
 * Sends what waits, one after the other, in one tab at a time. Each is sent with the key of its first try, so that it is
 * logged once. What the service refuses stays with the reason.
 */
export async function sendWaiting(owner: string, problemOf: (error: ApiError) => string): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  const work = async () => {
    for (const expense of waitingOf(owner)) if (!(await send(owner, expense, problemOf))) return;
  };
  if (locks === undefined) await work();
  else await locks.request(LOCK, { ifAvailable: true }, (lock) => (lock === null ? undefined : work()));
}

/** @returns false when there is no use in sending the next one */
async function send(owner: string, expense: WaitingExpense, problemOf: (error: ApiError) => string): Promise<boolean> {
  if (expense.problem !== null) return true;
  try {
    await logExpense(expense.eventId, expense.body, expense.key);
    forgetExpense(owner, expense.key);
    return true;
  } catch (error) {
    if (error instanceof ConnectionError || mayBeSentAgain(error)) return false;
    if (!(error instanceof ApiError)) throw error;
    keepExpense(owner, { ...expense, problem: problemOf(error) });
    return true;
  }
}

function mayBeSentAgain(error: unknown): boolean {
  return (
    error instanceof AuthenticationError ||
    (error instanceof ApiError && (error.isTemporary || error.code === 'idempotency_in_progress'))
  );
}
