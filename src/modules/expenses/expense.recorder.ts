import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, type Changes } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { ExpenseView } from './expenses.dto';

/** Records changes of expenses: each has an audit record and an outgoing event. */
@Injectable()
export class ExpenseRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(expense: ExpenseView): void {
    this.record('expense.created', expense, changesBetween(null, expense));
  }

  updated(before: ExpenseView, after: ExpenseView): void {
    this.record('expense.updated', after, changesBetween(before, after));
  }

  deleted(expense: ExpenseView): void {
    this.record('expense.deleted', expense, changesBetween(expense, null));
  }

  private record(type: string, expense: ExpenseView, changes: Changes): void {
    this.audit.record({ action: type, target: { type: 'expense', id: expense.id }, changes });
    this.outbox.record(type, expense);
  }
}
