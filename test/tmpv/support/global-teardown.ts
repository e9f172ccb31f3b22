/** Drops the run's databases and stops its server. Jest gives the two global modules nothing to share but globals. */
export default async function globalTeardown(): Promise<void> {
  await (globalThis as { tearDownDatabase?: () => Promise<void> }).tearDownDatabase?.();
}
