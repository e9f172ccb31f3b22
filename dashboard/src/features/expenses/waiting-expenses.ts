import type { CreateExpenseData } from '@tour-events/client';
import { WaitingQueue, type WaitingItem } from '../../shared/waiting-queue';
import { logExpense } from './expenses-queries';

/** An expense that could not be sent, and waits in this browser until it can. */
export interface WaitingExpense extends WaitingItem {
  readonly eventId: string;
  readonly eventName: string;
  readonly body: CreateExpenseData['body'];
}

export const waitingExpenses = new WaitingQueue<WaitingExpense>('te-expenses', ({ eventId, body, key }) =>
  logExpense(eventId, body, key),
);
