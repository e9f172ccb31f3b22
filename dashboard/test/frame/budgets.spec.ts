import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { plantSeason } from '../support/season';
import { expect, screenShown, test } from '../support/test';

const SRC = resolve(import.meta.dirname, '../../src');

/** Counts what comes over the network, compressed and with headers, until it is asked. */
async function countBytes(page: Page): Promise<() => number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => {
    const counted = bytes;
    bytes = 0;
    return Math.round(counted / 1000);
  };
}

/** In KB. */
const MAX_KB = { signIn: 190, first: 300, further: 60 };

test('the page to sign in comes within its budget', async ({ page }) => {
  const kilobytes = await countBytes(page);
  await page.goto('/sign-in');
  await screenShown(page);
  expect(kilobytes()).toBeLessThanOrEqual(MAX_KB.signIn);
});

test('a first screen comes within its budget, and so does a further one', async ({ page, organization }) => {
  await plantSeason(organization);
  const kilobytes = await countBytes(page);
  await page.goto('/');
  await screenShown(page);
  const first = kilobytes();
  expect(first, 'Home').toBeLessThanOrEqual(MAX_KB.first);
  await page
    .context()
    .newCDPSession(page)
    .then((client) => client.send('Network.setCacheDisabled', { cacheDisabled: false }));
  for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()) {
    kilobytes();
    await link.click();
    await screenShown(page);
    expect(kilobytes(), await link.innerText()).toBeLessThanOrEqual(MAX_KB.further);
  }
});

test('what a screen uses of Mantine has its styles', () => {
  const entry = readFileSync(join(SRC, 'app/entry.css'), 'utf8');
  const styles = entry + readFileSync(join(SRC, 'shared/screens.css'), 'utf8');
  const folder = resolve(SRC, '../../node_modules/@mantine/core/styles');
  const styled = new Set(readdirSync(folder).map((name) => name.replace(/\.css$/, '')));
  const used = sourcesIn(SRC).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names]) =>
      names!.split(',').map((name) => name.trim()),
    ),
  );
  const missing = [...new Set(used)].filter((name) => styled.has(name) && !styles.includes(`/${name}.css'`));
  expect(missing).toEqual([]);
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}
