import { Injectable } from '@nestjs/common';
import { PublishedRecordRecorder } from '../../platform/recorders/record-recorder';
import type { ExpenseView } from './expenses.dto';

/** Records changes of expenses: each has an audit record and an outgoing event. */
@Injectable()
export class ExpenseRecorder extends PublishedRecordRecorder<ExpenseView> {
  protected readonly type = 'expense';
}
