import { resolve } from 'node:path';
import { test as base } from '@playwright/test';
import { screenShown } from '../support/looks';
import { service } from '../support/service';

const IMAGES = resolve(import.meta.dirname, '../../../docs/images');
const test = base.extend({ baseURL: async ({}, use) => use(service.url) });

test('pictures of the README', async ({ page, context }, info) => {
  test.skip(info.project.name !== 'light' && info.project.name !== 'dark', 'the README shows these two');
  const data = { email: process.env['DEMO_EMAIL'], password: process.env['DEMO_PASSWORD'] };
  await context.request.post('/api/auth/login', { data, failOnStatusCode: true });
  const picture = (name: string) => page.screenshot({ path: `${IMAGES}/${name}-${info.project.name}.png` });
  await page.goto('/');
  await screenShown(page);
  await picture('home');
  const { data: events } = await (
    await context.request.get('/api/events?status=confirmed&sortBy=startsAt&sortDir=asc&limit=1')
  ).json();
  await page.goto(`/events/${events[0].id}?tab=seats`);
  await screenShown(page);
  await picture('seats');
});
