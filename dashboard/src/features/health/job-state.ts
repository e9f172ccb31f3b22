import type { JobView } from '@tour-events/client';

export type JobState = 'running' | 'failed' | 'overdue' | 'fine';

/** A job that is due for less than this only waits for the next look at the timetable. */
const OVERDUE_SECONDS = 120;

export function stateOfJob({ running, lastError, overdueSeconds }: JobView): JobState {
  if (running) return 'running';
  if (lastError !== null) return 'failed';
  return overdueSeconds > OVERDUE_SECONDS ? 'overdue' : 'fine';
}

export const needsSomebody = (job: JobView): boolean => ['failed', 'overdue'].includes(stateOfJob(job));
