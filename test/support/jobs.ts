import { JobRunner } from '../../src/platform/background/job-runner';
import type { SharedTestApp } from './app';
import { eventually } from './eventually';
import { sql } from './sql';

type Service = Pick<SharedTestApp, 'app' | 'databaseUrl'>;

/** Tries a round of a background job, whatever its timetable says. @returns whether it ran; false while another runs */
export async function tryJob({ app, databaseUrl }: Service, name: string): Promise<boolean> {
  // The column keeps milliseconds: now() could be rounded up into the round's future.
  await sql(databaseUrl, `UPDATE jobs SET next_run_at = now() - interval '1 second' WHERE name = $1`, [name]);
  return app.get(JobRunner).run(name);
}

/** Runs a whole round of a background job, after the timetable's own round if one is under way. */
export async function runJob(service: Service, name: string): Promise<void> {
  await eventually(`a round of ${name}`, () => tryJob(service, name));
}

/** Seals all audit records; a round alone leaves a chain that another one, of the timetable, is sealing at the moment. */
export async function sealAuditRecords(service: Service): Promise<void> {
  await eventually('no audit record waits to be sealed', async () => {
    await runJob(service, 'seal-audit-records');
    return (await sql(service.databaseUrl, 'SELECT FROM audit_unsealed LIMIT 1')).length === 0;
  });
}
