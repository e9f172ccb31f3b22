import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/** Debian's browser: Playwright's own can not be downloaded everywhere. */
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
if (!existsSync(CHROMIUM)) {
  throw new Error(`There is no browser at ${CHROMIUM}: "apt-get install chromium", or name another one in CHROMIUM.`);
}

export default defineConfig({
  testDir: 'test',
  testIgnore: 'screenshots/**',
  outputDir: '../node_modules/.cache/browser-tests',
  globalSetup: './test/support/service.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // What needed the second try is printed as flaky, and mended.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // On a busy machine, too: how fast a screen is, is measured elsewhere.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./test/support/operations-reporter.ts']],
  use: {
    // Neither the zone nor the language of the machine, and not those of the organizations in the tests either.
    locale: 'en-GB',
    timezoneId: 'America/Los_Angeles',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: CHROMIUM },
    // Look at one with: npx playwright show-trace FILE. Pictures of every moment take a twentieth of all tests.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // Only tests whose name says @phone.
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }, grep: /@phone/ },
  ],
});
