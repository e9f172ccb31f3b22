import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UNUSED_PARTS } from '../../scripts/unused-parts';
import { PLATFORM_SCREENS, pathOf, SCREENS } from '../support/screens';
import { test } from '../support/season-test';
import { OPERATOR } from '../support/service';
import { expect, screenShown } from '../support/test';

/** The bodies that any screen may need as the first one, as sent, with all that it reads before somebody does something. */
const MAX_KB = 300;
/** A page is complete when nothing has come for so long: streams stay open. */
const QUIET_MS = 1_500;

for (const screen of [...SCREENS, ...PLATFORM_SCREENS]) {
  const title = typeof screen === 'string' ? screen : screen.path(':id');
  test(`${title} comes within ${MAX_KB} KB as the first screen`, async ({ page, context, season }) => {
    if (title.startsWith('/platform'))
      await context.request.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
    else await season.shareSession(context);
    const path = (await pathOf(screen, context.request))!;
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    let last = Date.now();
    client.on('Network.requestWillBeSent', () => (last = Date.now()));
    // Both count the headers.
    client.on('Network.responseReceived', ({ response }) => (bytes -= response.encodedDataLength));
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      last = Date.now();
    });
    await page.goto(path);
    await screenShown(page);
    await expect.poll(() => Date.now() - last).toBeGreaterThan(QUIET_MS);
    expect(Math.round(bytes / 1000)).toBeLessThanOrEqual(MAX_KB);
  });
}

test('nothing uses a part of Mantine that the build leaves out', () => {
  const folder = resolve(import.meta.dirname, '../../src');
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  // `MenuSub` is `Menu.Sub`, too.
  const used = UNUSED_PARTS.filter((part) =>
    new RegExp(`\\b${part.replace(/(?<=[a-z])(?=[A-Z])/, '\\.?')}\\b`).test(code),
  );
  expect(used).toEqual([]);
});
