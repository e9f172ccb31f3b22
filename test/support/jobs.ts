import { JobRunner } from '../../src/platform/background/job-runner';
import type { TestApp } from './app';
import { sql } from './sql';

/** Runs a round of a background job, whatever its timetable says. @returns whether it ran; false while another round runs */
export async function runJob(
  { app, databaseUrl }: Pick<TestApp, 'app' | 'databaseUrl'>,
  name: string,
): Promise<boolean> {
  // The column keeps milliseconds: now() could be rounded up into the round's future.
  await sql(databaseUrl, `UPDATE jobs SET next_run_at = now() - interval '1 second' WHERE name = $1`, [name]);
  return app.get(JobRunner).run(name);
}
