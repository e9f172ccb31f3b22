'use strict';
/* global document, PerformanceObserver, requestAnimationFrame -- functions that run in the page */
/** What a browser loads, shows and keeps. */
const { setTimeout: sleep } = require('node:timers/promises');
const { chromium } = require('@playwright/test');

const SLOWED = 4;
const DRAG_MS = 3_000;
/** Streams stay open, so that the network is never idle: a page is complete when nothing has come for so long. */
const QUIET_MS = 1_000;
/** Some apps ask for something again and again. */
const MAX_QUIETS = 10;

/** @returns {Promise<import('@playwright/test').Browser>} */
function open() {
  return chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium' });
}

/** A context of somebody who has signed in, with an empty cache. */
async function signedIn(browser, origin, { email, password }) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.close();
  return context;
}

/**
 * Counts what comes over the network, compressed and with headers, while a page does something.
 *
 * @param {import('@playwright/test').Browser | import('@playwright/test').BrowserContext} from
 * @param {(page: import('@playwright/test').Page, complete: () => Promise<Counted>) => Promise<unknown>} work
 * @returns {Promise<Counted>}
 *
 * @typedef {{ kb: number, requests: number }} Counted
 */
async function countBytes(from, work, { cached = false } = {}) {
  const page = await from.newPage();
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: !cached });
  let bytes = 0;
  let requests = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests++;
  });
  const complete = async () => {
    let before;
    let quiets = 0;
    do {
      before = requests;
      await sleep(QUIET_MS);
    } while (requests > before && ++quiets < MAX_QUIETS);
    return { kb: bytes / 1000, requests };
  };
  await work(page, complete);
  const counted = await complete();
  await page.close();
  return counted;
}

/** @returns {Promise<number>} milliseconds from the navigation to the largest contentful paint, with nothing cached */
async function largestPaint(context, url) {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  let requests = 0;
  client.on('Network.loadingFinished', () => requests++);
  await page.goto(url);
  for (let before = -1, quiets = 0; requests > before && quiets < MAX_QUIETS; quiets++) {
    before = requests;
    await sleep(QUIET_MS);
  }
  const paint = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await page.close();
  return paint;
}

/** Runs in the page, from before anything is shown: how long after the last response the selected is there. */
function watch({ selector, shown }) {
  globalThis.shownAfter = new Promise((resolve) => {
    const look = () => {
      const now = document.querySelector(selector)?.textContent ?? null;
      if (now === null || now === shown) return requestAnimationFrame(look);
      const at = performance.now();
      const ends = performance
        .getEntriesByType('resource')
        .filter(({ name, responseEnd }) => name.includes('/api/events/') && responseEnd > 0 && responseEnd <= at)
        .map(({ responseEnd }) => responseEnd);
      resolve(at - Math.max(0, ...ends));
    };
    look();
  });
}

/** @returns {Promise<number>} milliseconds from the last response of the API to the picture of a page that is opened */
async function firstPaint(page, url, selector) {
  await page.addInitScript(watch, { selector, shown: null });
  await page.goto(url);
  return page.evaluate(() => globalThis.shownAfter);
}

/** @returns {Promise<number>} the same where something else comes in the place of what is selected */
async function nextPaint(page, act, selector) {
  await page.evaluate(watch, { selector, shown: await page.locator(selector).first().textContent() });
  await act();
  return page.evaluate(() => globalThis.shownAfter);
}

/**
 * Drags something about the page for three seconds.
 *
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').Locator} what
 * @param {number} slowed the part of the processor's speed that is left: 4 leaves a quarter
 * @returns {Promise<number>} milliseconds per frame
 */
async function frameWhileDragging(page, what, slowed) {
  const client = await page.context().newCDPSession(page);
  await what.hover();
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  await page.mouse.down();
  const { width, height } = page.viewportSize();
  const until = performance.now() + DRAG_MS;
  await page.evaluate(() => {
    globalThis.frames = [];
    const note = (at) => {
      globalThis.frames.push(at);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  for (let step = 0; performance.now() < until; step++) {
    // Over one vehicle after the other, in all rows of the board that are in sight.
    await page.mouse.move(((step * 7) % (width - 80)) + 40, ((step * 3) % (height - 160)) + 120);
  }
  const frames = await page.evaluate(() => globalThis.frames.splice(0));
  await page.keyboard.press('Escape');
  await page.mouse.move(1, 1);
  await page.mouse.up();
  await client.detach();
  return (frames.at(-1) - frames[0]) / (frames.length - 1);
}

/** @returns {Promise<number>} bytes of the heap after a collection */
async function usedMemory(page) {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.enable');
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  await client.detach();
  return usedSize;
}

module.exports = {
  SLOWED,
  countBytes,
  firstPaint,
  frameWhileDragging,
  largestPaint,
  nextPaint,
  open,
  signedIn,
  usedMemory,
};
