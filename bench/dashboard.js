'use strict';
/**
 * `npm run bench:dashboard`: what the dashboard costs a browser, beside Directus' own app with as many of the same
 * records: bytes, the largest contentful paint at a quarter of the processor's speed, the work after a response in an
 * event with 5,000 guests, frames while dragging on a board of 500, and memory over 200 screens. Directus is installed into a temporary folder (700 MB from the
 * registry); BENCH_PEERS=none leaves it out. CHROMIUM names another browser than Debian's.
 */
const os = require('node:os');
const { ensureBuilt } = require('../scripts/start');
const {
  SLOWED,
  countBytes,
  firstPaint,
  frameWhileDragging,
  largestPaint,
  nextPaint,
  open,
  signedIn,
  usedMemory,
} = require('./browser/measure');
const { firstScreens } = require('./browser/screens');
const { BOARD, EVENT_GUESTS, plantSeason } = require('./browser/season');
const { later, runCommand } = require('./cleanup');
const { say, step, table } = require('./console');
const { median } = require('./load');
const settings = require('./settings');

const GOALS = {
  signInKb: 190,
  ofDirectusBytes: 1 / 5,
  firstKb: 300,
  firstWithChartsKb: 400,
  furtherKb: 60,
  ofDirectusPaint: 1 / 2,
};
/** Screens whose charts are code of their own. */
const WITH_CHARTS = [
  '/expenses',
  '/events/$eventId?tab=expenses',
  '/vehicles/$vehicleId',
  '/settings/webhooks/$webhookId',
];
const AFTER_RESPONSE_MS = 200;
const LIVE_MS = 2_000;
/** 60 frames a second, and 30 with a quarter of the processor; a screen never draws more than 60. */
const FRAME_MS = { full: 17, slowed: 33.4 };
const MEMORY_GROWTH = 1.2;
const NAVIGATIONS = 200;
/** Until the engine has compiled what it uses often, which it keeps: of the growth after 40 screens, 90 % was code. */
const WARM_UP = 50;
const SCREENS = ['Tours', 'Events', 'Guests', 'Vehicles', 'Expenses', 'Announcements', 'Referrals'];
const DIRECTUS_LOGIN = '/admin/login';
const DIRECTUS_LIST = '/admin/content/expenses';

async function main() {
  const loadBefore = os.loadavg()[0];
  await ensureBuilt();
  // The parts below load what was just built.
  const { openDatabase, temporaryFolder } = require('./database');
  const { startProduct } = require('./servers');
  const folder = await temporaryFolder();
  const database = await openDatabase(settings.databaseUrl, folder);
  const product = await step('Starting the product', () => startProduct(database, folder));
  const season = await step('A season, and an event with 5,000 guests', () => plantSeason(product.origin));
  const directus = settings.peers.includes('directus') ? await startDirectus(database.url, folder) : null;
  const browser = await open();
  later(() => browser.close());

  const rows = [
    ...(await bytes(browser, product.origin, season, directus)),
    ...(await paints(browser, product.origin, season, directus)),
    ...(await manyGuests(browser, product.origin, season)),
    ...(await dragging(browser, product.origin, season)),
    ...(await memory(browser, product.origin, season)),
  ];
  console.log(`\n${table(['', 'measured', 'goal', ''], rows)}`);
  if (loadBefore > 0.5) say(`The machine was busy before this began (load ${loadBefore.toFixed(1)}).`);
}

async function startDirectus(databaseUrl, folder) {
  const { startPeer } = require('./peers/start');
  return startPeer(require('./peers/directus'), databaseUrl, folder);
}

/** A row of the table: the goal is the most that may be measured. */
function judged(title, measured, goal, unit, digits = 0) {
  const text = (value) => `${value.toFixed(digits)} ${unit}`;
  if (goal === null) return [title, text(measured), '', ''];
  return [title, text(measured), text(goal), measured <= goal ? 'reached' : 'MISSED'];
}

async function bytes(browser, origin, season, directus) {
  const signIn = await countBytes(browser, (page) => page.goto(`${origin}/sign-in`));
  const rows = [judged('Sign in, all bytes', signIn.kb, GOALS.signInKb, 'KB')];
  if (directus !== null) {
    const theirs = await countBytes(browser, (page) => page.goto(directus.origin + DIRECTUS_LOGIN));
    rows.push(judged('Sign in, of those of Directus', signIn.kb / theirs.kb, GOALS.ofDirectusBytes, 'x', 2));
  }
  const context = await signedIn(browser, origin, season);
  const home = await countBytes(context, (page) => page.goto(`${origin}/`));
  rows.push(judged('Home as the first screen, all bytes', home.kb, GOALS.firstKb, 'KB'));
  rows.push(['Home, requests', String(home.requests), '', '']);
  rows.push(...(await everyScreen(browser, origin, context)));
  const further = [];
  await countBytes(
    context,
    async (page, complete) => {
      await page.goto(`${origin}/`);
      let before = await complete();
      for (const name of SCREENS) {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
        const after = await complete();
        further.push({ name, kb: after.kb - before.kb });
        before = after;
      }
    },
    { cached: true },
  );
  const largest = further.reduce((a, b) => (a.kb > b.kb ? a : b));
  rows.push(judged(`The largest further screen (${largest.name}), all bytes`, largest.kb, GOALS.furtherKb, 'KB'));
  await context.close();
  return rows;
}

/** The largest first screen with charts and without, and each that is above its goal. */
async function everyScreen(browser, origin, context) {
  const screens = await step('Every screen as the first one', () => firstScreens(browser, origin, context));
  const goalOf = ({ path }) => (WITH_CHARTS.includes(path) ? GOALS.firstWithChartsKb : GOALS.firstKb);
  const measured = screens.filter(({ kb }) => kb !== null);
  for (const { path } of screens.filter(({ kb }) => kb === null)) say(`There is no record to show at ${path}.`);
  for (const { path, kb } of measured) say(`${kb.toFixed(0).padStart(4)} KB  ${path}`);
  const largest = [true, false].map((hasCharts) =>
    measured.find(({ path }) => WITH_CHARTS.includes(path) === hasCharts),
  );
  const shown = new Set([...largest, ...measured.filter((screen) => screen.kb > goalOf(screen))]);
  return [...shown].map((screen) =>
    judged(`${screen.path} as the first of ${measured.length} screens`, screen.kb, goalOf(screen), 'KB'),
  );
}

async function paints(browser, origin, season, directus) {
  const ours = [];
  const theirs = [];
  for (let round = 0; round < settings.rounds; round++) {
    const context = await signedIn(browser, origin, season);
    ours.push(await largestPaint(context, `${origin}/`));
    await context.close();
    if (directus === null) continue;
    const other = await browser.newContext();
    await directus.signIn(directus.origin, other);
    theirs.push(await largestPaint(other, directus.origin + DIRECTUS_LIST));
    await other.close();
  }
  const rows = [judged('Home, largest contentful paint, cold, processor at 1/4', median(ours), null, 'ms')];
  if (directus !== null)
    rows.push(judged("Home's, of Directus' list", median(ours) / median(theirs), GOALS.ofDirectusPaint, 'x', 2));
  return rows;
}

/** From the end of the response to the picture that shows it. */
async function manyGuests(browser, origin, season) {
  const context = await signedIn(browser, origin, season);
  const page = await context.newPage();
  const guests = `${origin}/events/${season.eventId}?tab=guests`;
  await page.goto(`${origin}/`);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const opened = await firstPaint(page, guests, 'table tbody tr a');
  const filtered = await firstPaint(page, `${guests}&rsvp=accepted`, 'table tbody tr a');
  const paged = await nextPaint(
    page,
    () => page.getByRole('button', { name: 'Page 2', exact: true }).click(),
    'table tbody tr a',
  );
  const row = page.getByRole('table').getByText(season.renamed.to);
  await page.goto(guests);
  await page.getByRole('table').getByText(season.renamed.from).waitFor();
  const changedAt = performance.now();
  await season.rename();
  await row.waitFor();
  const liveMs = performance.now() - changedAt;
  await context.close();
  return [
    judged(`An event with ${EVENT_GUESTS} guests: shown after its last response`, opened, AFTER_RESPONSE_MS, 'ms'),
    judged('The same, filtered', filtered, AFTER_RESPONSE_MS, 'ms'),
    judged('The same, the next page', paged, AFTER_RESPONSE_MS, 'ms'),
    judged('A change by another person, shown', liveMs, LIVE_MS, 'ms'),
  ];
}

async function dragging(browser, origin, season) {
  const context = await signedIn(browser, origin, season);
  const page = await context.newPage();
  await page.goto(`${origin}/events/${season.boardEventId}?tab=seats`);
  const guest = page.getByRole('region', { name: 'Coach 1', exact: true }).getByRole('button', { name: /^Guest/ });
  await guest.first().waitFor();
  const full = await frameWhileDragging(page, guest.first(), 1);
  const slowed = await frameWhileDragging(page, guest.first(), SLOWED);
  await context.close();
  const title = `A frame while dragging over ${BOARD.guests} guests in ${BOARD.vehicles} vehicles`;
  return [
    judged(title, full, FRAME_MS.full, 'ms', 1),
    judged('The same, processor at 1/4', slowed, FRAME_MS.slowed, 'ms', 1),
  ];
}

async function memory(browser, origin, season) {
  const context = await signedIn(browser, origin, season);
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const walk = async (times) => {
    for (let i = 0; i < times; i++) {
      await links
        .filter({ hasText: SCREENS[i % SCREENS.length] })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: SCREENS[i % SCREENS.length] }).waitFor();
    }
  };
  await walk(WARM_UP);
  const before = await usedMemory(page);
  await walk(NAVIGATIONS);
  const after = await usedMemory(page);
  await context.close();
  return [judged(`Memory after ${NAVIGATIONS} screens, relative to the first`, after / before, MEMORY_GROWTH, 'x', 2)];
}

void runCommand(main);
