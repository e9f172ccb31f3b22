import { defineConfig, devices } from '@playwright/test';
import tests from './playwright.config.ts';

const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Not tests, but pictures of every screen in four variants, for a person to look at: `npm run screenshots`. */
export default defineConfig({
  ...tests,
  testDir: 'test/screenshots',
  testIgnore: [],
  globalSetup: './test/screenshots/season.ts',
  timeout: 60_000,
  projects: [
    { name: 'light', use: DESKTOP },
    { name: 'dark', use: { ...DESKTOP, colorScheme: 'dark' } },
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } } },
    { name: 'german', use: { ...DESKTOP, locale: 'de-AT' } },
  ],
});
