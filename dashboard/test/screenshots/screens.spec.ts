import { join, resolve } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { screenShown } from '../support/looks';
import { pathOf, PLATFORM_SCREENS, PUBLIC_SCREENS, SCREENS } from '../support/screens';
import { OPERATOR, service } from '../support/service';
import { test as base } from '@playwright/test';

const FOLDER = resolve(import.meta.dirname, '../../screenshots');
const test = base.extend({ baseURL: async ({}, use) => use(service.url) });

async function take(page: Page, path: string, info: TestInfo): Promise<void> {
  await page.goto(path);
  await screenShown(page);
  // Without ids, so that the next run replaces the picture.
  const name = path.replaceAll(/[0-9a-f-]{36}/g, 'one').replaceAll(/[^\w-]+/g, '_');
  await page.screenshot({ path: join(FOLDER, info.project.name, `${name}.png`), fullPage: true });
}

for (const path of PUBLIC_SCREENS) test(`picture of ${path}`, ({ page }, info) => take(page, path, info));

for (const screen of SCREENS) {
  const title = typeof screen === 'string' ? screen : screen.path(':id');
  test(`picture of ${title}`, async ({ page, context }, info) => {
    const data = { email: process.env['DEMO_EMAIL'], password: process.env['DEMO_PASSWORD'] };
    await context.request.post('/api/auth/login', { data, failOnStatusCode: true });
    const path = await pathOf(screen, context.request);
    test.skip(path === null, 'the demo has no such record');
    await take(page, path!, info);
  });
}

for (const path of PLATFORM_SCREENS) {
  test(`picture of ${path}`, async ({ page, context }, info) => {
    await context.request.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
    await take(page, path, info);
  });
}
