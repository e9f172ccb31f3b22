import type { SharedTestApp } from './app';
import { runJob } from './jobs';
import { sql } from './sql';

/** As if nobody had changed an expense for a while. The job's own lock keeps a round of the timetable out meanwhile. */
const LONG_AGO = `
  SELECT pg_advisory_xact_lock(hashtextextended('expense-days', 0));
  UPDATE expense_day_changes SET changed_at = now() - interval '1 day'`;

/** A round of the job that adds expenses up by days. */
export async function sumExpenseDays(service: SharedTestApp): Promise<void> {
  await sql(service.databaseUrl, LONG_AGO);
  await runJob(service, 'sum-expense-days');
}
