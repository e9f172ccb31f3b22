'use strict';
/** What each screen of the dashboard costs as the first one that somebody opens. */
const { readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { countBytes } = require('./measure');
const { OPERATOR, ROOT } = require('../processes');

const ROUTER = join(ROOT, 'dashboard/src/app/router.tsx');
const TABS = ['guests', 'seats', 'trips', 'expenses', 'messages', 'team', 'check-in'];
/** Where the first record of a parameter is found; a screen of which there is no record is left out, and named. */
const LISTS = {
  tourId: 'tours',
  eventId: 'events',
  guestId: 'guests',
  vehicleId: 'vehicles',
  webhookId: 'webhooks',
  messageId: 'notifications',
};
/** Pages at the same time: bytes are the same, however long they take. */
const AT_ONCE = 3;

/** @returns {Promise<{ own: string[], platform: string[] }>} the paths of the router, with parameters such as `$tourId` */
async function routes() {
  const source = await readFile(ROUTER, 'utf8');
  const found = [...source.matchAll(/\.\.\.(screen|platformScreen),\s+path: '([^']+)'/g)];
  const pathsOf = (kind) => found.filter(([, name]) => name === kind).map(([, , path]) => path);
  const tabs = TABS.map((tab) => `/events/$eventId?tab=${tab}`);
  return {
    own: [...pathsOf('screen'), ...tabs],
    platform: pathsOf('platformScreen').map((path) => `/platform${path}`),
  };
}

/**
 * Counts the bytes of every screen, with nothing cached.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} origin
 * @param {import('@playwright/test').BrowserContext} context of somebody of an organization
 * @returns {Promise<{ path: string, kb: number | null }[]>} the largest first; null where there is no record to show
 */
async function firstScreens(browser, origin, context) {
  const { own, platform } = await routes();
  const operator = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const response = await operator.request.post(`${origin}/api/auth/login`, { data: OPERATOR });
  if (!response.ok()) throw new Error(`The operator can't sign in: ${await response.text()}`);
  const waiting = [
    ...own.map((path) => ({ path, from: context })),
    ...platform.map((path) => ({ path, from: operator })),
  ];
  const counted = [];
  const count = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      counted.push({ path: next.path, kb: await bytesOf(next.from, origin, next.path) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, count));
  await operator.close();
  return counted.sort((a, b) => (b.kb ?? -1) - (a.kb ?? -1));
}

/** @returns {Promise<number | null>} */
async function bytesOf(context, origin, path) {
  const [, parameter] = /\$(\w+)/.exec(path) ?? [];
  const id = parameter === undefined ? '' : await firstId(context, origin, LISTS[parameter]);
  if (id === undefined) return null;
  return (await countBytes(context, (page) => page.goto(origin + path.replace(`$${parameter}`, id)))).kb;
}

async function firstId(context, origin, list) {
  const response = await context.request.get(`${origin}/api/${list}?limit=1`);
  return (await response.json()).data[0]?.id;
}

module.exports = { firstScreens };
