import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestApp, type SharedTestApp, type TestApp } from './app';
import { sql } from './sql';

/** Ends what earlier files have left to be done in the background, and their trigger that follows events. */
const LEAVE_NOTHING_BEHIND = `
  DROP TRIGGER IF EXISTS follow_events ON organizations;
  DROP FUNCTION IF EXISTS follow_events();
  TRUNCATE webhook_endpoints, outbox_events, mail_messages CASCADE;
  UPDATE notification_recipients SET status = 'failed' WHERE status IN ('queued', 'sending');`;

let shared: Promise<TestApp> | undefined;

/**
 * The service that all files of a worker share, unless they ask for one of their own. This module is loaded outside of
 * the scope of the files (`jest.config.js`), so the service outlives them.
 */
export async function sharedTestApp(): Promise<SharedTestApp> {
  const app = await (shared ??= startShared());
  app.clock.release();
  app.log.length = 0;
  await sql(app.databaseUrl, LEAVE_NOTHING_BEHIND);
  await rm(join(app.dataDir, 'mail'), { recursive: true, force: true });
  return app;
}

async function startShared(): Promise<TestApp> {
  const app = await startTestApp();
  // Jest takes its listener away from a worker that has nothing more to do. Its database goes with the run.
  process.on('removeListener', (event) => {
    if (event === 'message') process.exit();
  });
  globalThis.closeSharedTestApp = () => app.close();
  return app;
}

declare global {
  /** For a run without workers, whose process goes on after the last file; see `global-teardown.js`. */
  var closeSharedTestApp: (() => Promise<void>) | undefined;
}
