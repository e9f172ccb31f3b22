import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/**
 * Debian's browsers: Playwright's own cannot be downloaded everywhere. The shell has no window, whose frame takes half of
 * the time of a test.
 */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM = process.env['CHROMIUM'] ?? BROWSERS.find((path) => existsSync(path));
if (CHROMIUM === undefined || !existsSync(CHROMIUM)) {
  throw new Error(
    `There is no browser at ${CHROMIUM ?? BROWSERS.join(' or ')}: "apt-get install chromium-headless-shell", or name another one in CHROMIUM.`,
  );
}

export default defineConfig({
  testDir: 'test',
  testIgnore: 'screenshots/**',
  outputDir: '../node_modules/.cache/browser-tests',
  globalSetup: './test/support/service.ts',
  fullyParallel: true,
  // One more than the cores of a small machine: while one waits, two work.
  workers: 3,
  forbidOnly: process.env['CI'] !== undefined,
  // What needed the second try is printed as flaky, and mended.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // On a busy machine, too: how fast a screen is, is measured elsewhere. No test has a shorter one of its own.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./test/support/operations-reporter.ts']],
  use: {
    // One click that can't be made fails soon, and is named, instead of using up all of the test's time.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Neither the zone nor the language of the machine, and not those of the organizations in the tests either.
    locale: 'en-GB',
    timezoneId: 'America/Los_Angeles',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: CHROMIUM,
      // A page lives for some seconds: to optimize its code takes longer than the optimized code saves.
      args: ['--js-flags=--no-turbofan,--no-maglev'],
    },
    // Look at one with: npx playwright show-trace FILE. The page before and after every step takes a sixth of all time:
    // to see it, run the test once more with --trace on.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // Only tests whose name says @phone.
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }, grep: /@phone/ },
  ],
});
