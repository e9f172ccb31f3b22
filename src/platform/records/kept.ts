/** Rows that are deleted when they are old. All of it is SQL written by a programmer; nothing of it comes from a caller. */
export interface OldRows {
  readonly table: string;
  /** `$1` is the moment that lies `keptMs` back. */
  readonly condition: string;
  readonly keptMs: number;
}

const jobs = new Map<string, OldRows[]>();

/**
 * Says of an entity how long its rows are kept: a job deletes older ones every hour.
 *
 * @param job its name; several entities can have the same one
 * @param rows in the order in which they are deleted
 */
export function KeptFor(job: string, ...rows: readonly OldRows[]): ClassDecorator {
  return () => void jobs.set(job, [...(jobs.get(job) ?? []), ...rows]);
}

/** What {@link KeptFor} says of all entities, by the names of the jobs. Complete when all modules are loaded. */
export function oldRowsByJob(): ReadonlyMap<string, readonly OldRows[]> {
  return jobs;
}
