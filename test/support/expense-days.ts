import { JobRunner } from '../../src/platform/jobs/job-runner';
import type { TestApp } from './app';
import { eventually } from './eventually';
import { sql } from './sql';

/** A round of the job that adds expenses up by days, as if nobody had changed any for a while. */
export async function sumExpenseDays({ app, databaseUrl }: TestApp): Promise<void> {
  await sql(databaseUrl, `UPDATE expense_day_changes SET changed_at = changed_at - interval '1 day'`);
  const jobs = app.get(JobRunner);
  // The timetable's own round may be at it.
  await eventually('a round of the job', () => jobs.runNow('sum-expense-days'));
}
