import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { ExpenseView } from './expenses.dto';

/** Records changes of expenses: each has an audit record and an outgoing event. */
@Injectable()
export class ExpensesEvents {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(expense: ExpenseView): void {
    this.record('expense.created', null, expense, expense);
  }

  updated(before: ExpenseView, after: ExpenseView): void {
    this.record('expense.updated', before, after, after);
  }

  deleted(expense: ExpenseView): void {
    this.record('expense.deleted', expense, null, expense);
  }

  private record(type: string, before: ExpenseView | null, after: ExpenseView | null, shown: ExpenseView): void {
    this.audit.record({
      action: type,
      target: { type: 'expense', id: shown.id },
      changes: changesBetween(before, after),
    });
    this.outbox.record(type, shown);
  }
}
