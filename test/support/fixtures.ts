import type { DashboardFiles } from '../../src/platform/dashboard/dashboard-files';
import { startTestApp, type SharedTestApp, type TestApp } from './app';
import { registerTenant, type Tenant } from './builders';
import { followEvents } from './outbox';
import { registerSuperAdmin } from './people';
import { sharedTestApp } from './shared-app';
import { makeWorld, type World } from './world';

/**
 * The worker's service, for files that stay within organizations of their own. It has run for other files before, whose
 * organizations are still there.
 */
export function useTestApp(): SharedTestApp {
  return filled(sharedTestApp);
}

/**
 * A service with a database of its own for all tests of the file or of the `describe` block: started before the first,
 * closed after the last. For what needs other settings, or changes or counts what belongs to the whole platform.
 */
export function useOwnTestApp(env?: Record<string, string>, dashboard?: DashboardFiles): TestApp {
  const service = {} as TestApp;
  beforeAll(async () => {
    Object.assign(service, await startTestApp(env, dashboard));
  });
  afterAll(() => service.close());
  return service;
}

/** Keeps every event of the file's tests in the outbox; see {@link followEvents}. */
export function useFollowedEvents(service: SharedTestApp): void {
  beforeAll(() => followEvents(service.databaseUrl));
}

/** An organization for all tests of the file or block, registered before the first; see {@link registerTenant}. */
export function useTenant(service: SharedTestApp, overrides?: Record<string, unknown>): Tenant {
  return filled(() => registerTenant(service.url, overrides));
}

/** A Super Admin for all tests of the file or block; see {@link registerSuperAdmin}. */
export function useSuperAdmin(service: SharedTestApp): Tenant {
  return filled(() => registerSuperAdmin(service.url, service.databaseUrl));
}

/** An organization with a record of each kind for all tests of the file or block; see {@link makeWorld}. */
export function useWorld(service: SharedTestApp): World {
  return filled(() => makeWorld(service));
}

function filled<T extends object>(make: () => Promise<T>): T {
  const fixture = {} as T;
  beforeAll(async () => {
    Object.assign(fixture, await make());
  });
  return fixture;
}
