import { test as base, type BrowserContext } from '@playwright/test';
import { noteCalls } from './calls';
import { Organization, type Colleague } from './organization';
import { PageFaults } from './page-faults';
import { OPERATOR, service } from './service';

interface Fixtures {
  /** An organization of the test's own, with the test's browser signed in to it as its Admin. */
  organization: Organization;
  /** Lets somebody else join the test's organization, with a role (Member), in a browser of their own. */
  colleague: (role?: string) => Promise<Colleague>;
  /** Signs the test's browser in as Super Admin. */
  operator: void;
  /** Fails the test for errors in the browser's console that it has not allowed. */
  faults: PageFaults;
  /** Notes what the browser asks the API for; see operations-reporter.ts. */
  calls: void;
}

/** What every test of the dashboard begins with. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(service.url),
  faults: [
    async ({ context }, use) => {
      const faults = new PageFaults();
      faults.watch(context);
      await use(faults);
      faults.expectNone();
    },
    { auto: true },
  ],
  calls: [
    async ({ context }, use) => {
      const stop = noteCalls(context);
      await use();
      stop();
    },
    { auto: true },
  ],
  organization: async ({ context }, use) => {
    const organization = await Organization.register(context);
    await use(organization);
    await organization.close();
  },
  colleague: async ({ browser, organization, faults }, use) => {
    const contexts: BrowserContext[] = [];
    const stops: (() => void)[] = [];
    await use(async (role) => {
      const colleague = await organization.colleague(browser, role);
      contexts.push(colleague.context);
      faults.watch(colleague.context);
      stops.push(noteCalls(colleague.context));
      return colleague;
    });
    stops.forEach((stop) => stop());
    await Promise.all(contexts.map((context) => context.close()));
  },
  operator: async ({ context }, use) => {
    await context.request.post(`${service.url}/api/auth/login`, { data: OPERATOR, failOnStatusCode: true });
    await use();
  },
});

export { expect } from '@playwright/test';
export {
  expectAccessible,
  expectAccessibleColors,
  expectCopied,
  expectHighContrast,
  expectInsideWindow,
  expectMenuAccessible,
  expectOnPaper,
  openPrepared,
  painted,
  screenShown,
  stopClock,
} from './looks';
export type { Colleague, Organization } from './organization';
