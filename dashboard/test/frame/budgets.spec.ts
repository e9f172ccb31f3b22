import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { plantSeason } from '../support/season';
import { expect, openPrepared, screenShown, test } from '../support/test';

const SRC = resolve(import.meta.dirname, '../../src');

/** Counts what comes over the network, compressed and with headers, until it is asked. */
async function countBytes(page: Page, { isCached = false } = {}): Promise<() => number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: !isCached });
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => {
    const counted = bytes;
    bytes = 0;
    return Math.round(counted / 1000);
  };
}

/** In KB. */
const MAX_KB = { signIn: 190, further: 60, styles: 12 };

test('the page to sign in comes within its budget', async ({ page }) => {
  const kilobytes = await countBytes(page);
  await page.goto('/sign-in');
  await screenShown(page);
  expect(kilobytes()).toBeLessThanOrEqual(MAX_KB.signIn);
});

// First ones are counted by `first-screens`.
test('a further screen comes within its budget', async ({ page, organization }) => {
  await plantSeason(organization);
  await openPrepared(page, '/');
  const kilobytes = await countBytes(page, { isCached: true });
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

/** The dashboard's own styles; the page at the door has others. */
const stylesheets = () =>
  sourcesIn(SRC, /^(?!field).*\.css$/).map((path) => ({
    name: path.slice(SRC.length + 1),
    rules: readFileSync(path, 'utf8')
      .replaceAll(/\/\*[^]*?\*\/|@import[^;]*;/g, '')
      .replaceAll(/\s+/g, ' '),
  }));

test('all own styles together come within their budget', () => {
  const styles = stylesheets().map(({ rules }) => rules);
  expect(brotliCompressSync(styles.join('')).length / 1000).toBeLessThanOrEqual(MAX_KB.styles);
});

test('each class of a stylesheet is used', () => {
  const code = sourcesIn(SRC)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const words = new Set(code.match(/[\w-]+/g));
  const unused = stylesheets().flatMap(({ name, rules }) =>
    // Only selectors: of values, some have a dot as well.
    [...rules.replaceAll(/\{[^{}]*\}/g, '{}').matchAll(/\.([a-z][\w-]*)/gi)]
      .map(([, className]) => className!)
      .filter((className) => !className.startsWith('mantine-') && !words.has(className))
      .map((className) => `${name}: ${className}`),
  );
  expect(unused).toEqual([]);
});

function sourcesIn(folder: string, pattern = /\.tsx?$/): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}
