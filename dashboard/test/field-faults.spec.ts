import type { Route } from '@playwright/test';
import { checkIn, Door, findNetwork, keptOnPhone } from './support/door';
import { expect, test } from './support/test';

// What goes wrong between phone and service; without the worker that keeps the page, each request is the page's own.
test.use({ serviceWorkers: 'block' });

const GUESTS = '**/api/field/guests';
const SCANS = '**/api/field/scans';
const HOUR_MS = 3_600_000;

test('what waits outlives a service that is away, busy, behind a sign-in, or whose answer is lost', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of (401|429|503)|ERR_FAILED/);
  const door = await Door.plant(organization);
  const ada = await door.invite('Ada Lovelace');
  const link = await door.link();
  const page401 = '<!doctype html><title>Sign in to this network</title>';
  const retry = { 'Retry-After': '0' };
  const answers: ((route: Route) => Promise<void>)[] = [
    (route) => route.fulfill({ status: 503, headers: retry, json: { code: 'unavailable' } }),
    (route) => route.fulfill({ status: 429, headers: retry, json: { code: 'rate_limited' } }),
    (route) => route.fulfill({ status: 401, headers: retry, contentType: 'text/html', body: page401 }),
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: page401 }),
    // The service has it, but the phone never hears of that.
    async (route) => {
      await route.fetch();
      await route.abort();
    },
  ];
  const asked: number[] = [];
  await page.route(SCANS, (route) => {
    asked.push(asked.length);
    return (answers.shift() ?? ((one) => one.continue()))(route);
  });
  await page.goto(link.url);
  await checkIn(page, 'Ada Lovelace');
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('The service does not answer: what you do is kept and sent later.')).toBeVisible();
  for (const count of [2, 3, 4, 5]) {
    await expect(page.getByText('1 waiting to be sent')).toBeVisible();
    await findNetwork(page);
    await expect.poll(() => asked.length).toBe(count);
  }
  await expect(page.getByText('No network: what you do is kept and sent later.')).toBeVisible();
  await expect(page.getByText('1 waiting to be sent')).toBeVisible();
  await expect(page.getByText('This link was revoked')).toHaveCount(0);
  await findNetwork(page);
  await expect(page.getByText('1 waiting to be sent')).toHaveCount(0);
  expect(await door.checkedInAt(ada)).not.toBeNull();
  const { total } = await organization.get<{ total: number }>(`access-links/${link.id}/scans`);
  expect(total).toBe(1);
});

test('two tabs of one phone show the same, send it once, and follow the link that was opened last', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  const door = await Door.plant(organization);
  await door.invite('Ada Lovelace');
  const link = await door.link();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(link.url);
    await expect(tab.getByText('0 of 1')).toBeVisible();
  }
  await context.setOffline(true);
  await checkIn(page, 'Ada Lovelace');
  await expect(other.getByText('1 waiting to be sent')).toBeVisible();
  await expect(other.getByText('1 of 1')).toBeVisible();
  await context.setOffline(false);
  await expect(other.getByText('1 waiting to be sent')).toHaveCount(0);
  const { total } = await organization.get<{ total: number }>(`access-links/${link.id}/scans`);
  expect(total).toBe(1);

  await page.goto((await door.link({ name: 'East door' })).url);
  await expect(page.getByRole('heading', { name: 'East door' })).toBeVisible();
  await findNetwork(other);
  await expect(other.getByRole('heading', { name: 'East door' })).toBeVisible();
});

test('a link stays open that is opened while another tab waits for the service', async ({
  page,
  context,
  organization,
}) => {
  const door = await Door.plant(organization);
  await door.invite('Ada Lovelace');
  await page.goto((await door.link()).url);
  await expect(page.getByText('0 of 1')).toBeVisible();
  const east = await door.link({ name: 'East door' });
  let asked: Route | undefined;
  await page.route('**/api/field', (route) => (asked = route), { times: 1 });
  await findNetwork(page);
  await expect.poll(() => asked).toBeDefined();
  const other = await context.newPage();
  await other.goto(east.url);
  await expect.poll(() => keptOnPhone(other)).toContain(new URL(east.url).hash.slice(1));
  await asked!.continue();
  for (const tab of [other, page]) await expect(tab.getByRole('heading', { name: 'East door' })).toBeVisible();
});

test('a phone whose clock is an hour behind checks in at the right time', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  const door = await Door.plant(organization);
  const ada = await door.invite('Ada Lovelace');
  const { url } = await door.link();
  await page.clock.install({ time: Date.now() - HOUR_MS });
  await page.goto(url);
  await expect(page.getByText('0 of 1')).toBeVisible();
  await context.setOffline(true);
  const before = Date.now();
  await checkIn(page, 'Ada Lovelace');
  await context.setOffline(false);
  await expect.poll(() => door.checkedInAt(ada)).not.toBeNull();
  // By its own clock it would be older than the link, and refused.
  expect(Math.abs(Date.parse((await door.checkedInAt(ada))!) - before)).toBeLessThan(HOUR_MS / 2);
});

test('an undo counts, though the clock is set back a little since what it undoes', async ({ page, organization }) => {
  const door = await Door.plant(organization);
  const ada = await door.invite('Ada Lovelace');
  // As the phone sees it after a slow response.
  let slowMs = 0;
  await page.route('**/api/field', async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as { serverTime: string };
    const serverTime = new Date(Date.parse(view.serverTime) - slowMs).toISOString();
    await route.fulfill({ response, json: { ...view, serverTime } });
  });
  await page.goto((await door.link()).url);
  const verdict = page.getByRole('dialog');
  await page.getByRole('button', { name: /^Ada Lovelace/ }).click();
  await verdict.getByRole('button', { name: 'Check in' }).click();
  await expect.poll(() => door.checkedInAt(ada)).not.toBeNull();
  slowMs = 20_000;
  const round = page.waitForResponse((response) => response.url().endsWith('/api/field/guests'));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await round;
  await verdict.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => door.checkedInAt(ada)).toBeNull();
  await verdict.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('0 of 1', { exact: true })).toBeVisible();
});

test('no name stays on the phone a day after the link was revoked, and what waits can still be sent', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|status of 401/);
  const door = await Door.plant(organization);
  const ada = await door.invite('Ada Lovelace');
  await door.invite('Grace Hopper');
  const link = await door.link();
  await page.clock.install();
  await page.goto(link.url);
  await expect(page.getByText('0 of 2')).toBeVisible();
  await context.setOffline(true);
  await checkIn(page, 'Ada Lovelace');
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
  await organization.delete(`access-links/${link.id}`);
  await context.setOffline(false);
  await expect(page.getByText('This link was revoked')).toBeVisible();
  await page.clock.fastForward(23 * HOUR_MS);
  await expect(page.getByRole('button', { name: /^Grace Hopper/ })).toBeVisible();
  await page.clock.fastForward(2 * HOUR_MS);
  await expect(page.getByRole('button', { name: /^Grace Hopper/ })).toHaveCount(0);
  await page.getByText('1 waiting to be sent').click();
  await expect(page.getByText('…: Checked in')).toBeVisible();
  expect(await keptOnPhone(page)).not.toMatch(/Ada|Grace/);

  await page.goto((await door.link({ name: 'East door' })).url);
  await expect(page.getByText('1 of 2')).toBeVisible();
  await expect.poll(() => door.checkedInAt(ada)).not.toBeNull();
});

test('a new link shows its guests at once, while what waits is still being sent', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|status of 401/);
  const door = await Door.plant(organization);
  const ada = await door.invite('Ada Lovelace');
  await door.invite('Grace Hopper');
  const link = await door.link();
  await page.goto(link.url);
  await expect(page.getByText('0 of 2')).toBeVisible();
  await context.setOffline(true);
  await checkIn(page, 'Ada Lovelace');
  await organization.delete(`access-links/${link.id}`);
  await context.setOffline(false);
  await expect(page.getByText('This link was revoked')).toBeAttached();
  // As on a slow network.
  let sent: Route | undefined;
  await page.route(SCANS, (route) => (sent = route), { times: 1 });
  await page.goto((await door.link({ name: 'East door', pin: '2580' })).url);
  await page.getByLabel('PIN').fill('2580');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('1 waiting to be sent')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'East door' })).toBeVisible();
  await expect(page.getByLabel('PIN')).toBeHidden();
  await expect(page.getByText('1 of 2')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Grace Hopper/ })).toBeVisible();
  expect(sent).toBeDefined();
  expect(await door.checkedInAt(ada)).toBeNull();
  await sent!.continue();
  await expect(page.getByText('waiting to be sent')).toHaveCount(0);
  expect(await door.checkedInAt(ada)).not.toBeNull();
});

test('names of what waits for an earlier event go with that event’s link', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|status of 401/);
  const [past, next] = [await Door.plant(organization), await Door.plant(organization)];
  await past.invite('Ada Lovelace');
  await next.invite('Grace Hopper');
  const link = await past.link();
  await page.clock.install();
  await page.goto(link.url);
  await expect(page.getByText('0 of 1')).toBeVisible();
  await context.setOffline(true);
  await checkIn(page, 'Ada Lovelace');
  await organization.delete(`access-links/${link.id}`);
  await context.setOffline(false);
  await expect(page.getByText('This link was revoked')).toBeAttached();
  const in20Days = new Date(Date.now() + 20 * 24 * HOUR_MS).toISOString();
  await page.goto((await next.link({ expiresAt: in20Days })).url);
  await expect(page.getByRole('button', { name: /^Grace Hopper/ })).toBeVisible();
  await expect(page.getByText('1 waiting to be sent')).toBeVisible();
  expect(await keptOnPhone(page)).toContain('Ada');
  await context.setOffline(true);
  await page.clock.fastForward(25 * HOUR_MS);
  await expect.poll(() => keptOnPhone(page)).not.toContain('Ada Lovelace');
  expect(await keptOnPhone(page)).toContain('Grace');
});

test('the answer on the screen is corrected where the service knows more than the phone', async ({
  page,
  organization,
}) => {
  const door = await Door.plant(organization);
  const [ada, grace] = [await door.invite('Ada Lovelace'), await door.invite('Grace Hopper')];
  const { url } = await door.link();
  await page.goto(url);
  await expect(page.getByText('0 of 2')).toBeVisible();
  // The phone's list stays as it is.
  await page.route(GUESTS, (route) => route.fulfill({ status: 304 }));
  await door.checkInBy(await door.link({ name: 'East door' }), ada);
  await door.change(grace, { rsvp: 'declined' });
  const verdict = page.getByRole('dialog');
  await checkIn(page, 'Ada Lovelace');
  await expect(verdict.getByRole('status')).toHaveText(/^Already in since \d\d:\d\d$/);
  await expect(verdict.getByText('Checked in with: East door')).toBeVisible();
  await verdict.getByRole('button', { name: 'Next' }).click();
  await checkIn(page, 'Grace Hopper');
  await expect(verdict.getByRole('status')).toHaveText('Declined');
  await verdict.getByRole('button', { name: 'Next' }).click();
  const refused = page.getByText('Grace Hopper: Declined');
  await expect(refused).toBeVisible();
  await page.reload();
  await expect(refused).toBeVisible();
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await expect(refused).toHaveCount(0);
});

test('a phone that can keep nothing says so, and takes nobody in', async ({ page, organization }) => {
  const door = await Door.plant(organization);
  const ada = await door.invite('Ada Lovelace');
  await page.goto((await door.link()).url);
  await expect(page.getByText('0 of 1')).toBeVisible();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  });
  await checkIn(page, 'Ada Lovelace');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/^This phone cannot keep anything\./);
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('0 of 1')).toBeVisible();
  expect(await door.checkedInAt(ada)).toBeNull();
});

test('a slip in a code is told from a stranger’s, and a guest who was just added is found', async ({
  page,
  organization,
}) => {
  const door = await Door.plant(organization);
  const ada = await door.invite('Ada Lovelace');
  await page.goto((await door.link()).url);
  await expect(page.getByText('0 of 1')).toBeVisible();
  const verdict = page.getByRole('dialog');
  const type = async (text: string) => {
    await page.getByLabel('Find').fill(text);
    await page.getByLabel('Find').press('Enter');
  };
  await type(ada.code.slice(0, 9) + (ada.code.endsWith('0') ? '1' : '0'));
  await expect(verdict.getByRole('status')).toHaveText('This code has a slip');
  await verdict.getByRole('button', { name: 'Next' }).click();
  await type('Nobody at all');
  await expect(verdict.getByRole('status')).toHaveText('Not invited');
  await verdict.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Find').fill(ada.code.slice(0, 5));
  await expect(page.getByRole('button', { name: /^Ada Lovelace/ })).toBeVisible();
  const zoe = await door.invite('Zoe Quick');
  await type(`te:${zoe.code.toLowerCase()}`);
  await expect(page.getByRole('dialog', { name: 'Zoe Quick' })).toBeVisible();
  await expect(verdict.getByRole('button', { name: 'Check in' })).toBeVisible();
});

test('a pass that nobody on the list has is sent without a network, too, and lets nobody in who is added later', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  const [door, elsewhere] = [await Door.plant(organization), await Door.plant(organization)];
  await door.invite('Ada Lovelace');
  const link = await door.link();
  await page.goto(link.url);
  await expect(page.getByText('0 of 1')).toBeVisible();
  const verdict = page.getByRole('dialog');
  const show = async (code: string, said: string) => {
    await page.getByLabel('Find').fill(code);
    await page.getByLabel('Find').press('Enter');
    await expect(verdict.getByRole('status')).toHaveText(said);
    await verdict.getByRole('button', { name: 'Next' }).click();
  };
  const stranger = await elsewhere.invite('Mary Somerville');
  // With a network the service knows more.
  await show(stranger.code, 'Of another event');
  await context.setOffline(true);
  await show(stranger.code, 'Not invited');
  const late = await door.invite('Zoe Quick');
  await show(late.code, 'Not invited');
  await page.getByText('2 waiting to be sent').click();
  await expect(page.getByText(`${late.code}: Not invited`)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('waiting to be sent')).toHaveCount(0);
  await expect(page.getByText('0 of 2')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Refused' })).toHaveCount(0);
  expect(await door.checkedInAt(late)).toBeNull();
  const { data } = await organization.get<{ data: { reason: string }[] }>(`access-links/${link.id}/scans`);
  expect(data.map(({ reason }) => reason)).toEqual(['wrong_event', 'wrong_event']);
});

test('names are found as the service finds them', async ({ page, organization }) => {
  const door = await Door.plant(organization);
  for (const name of ['Anne Marie O’Connor', 'Jean‑Luc Moreau', 'Guðmundur Þórsson', 'Ada Lovelace'])
    await door.invite(name);
  await page.goto((await door.link()).url);
  await expect(page.getByText('0 of 4')).toBeVisible();
  for (const [typed, name] of [
    ["o'con anne", 'Anne Marie O’Connor'],
    ['jean-luc', 'Jean‑Luc Moreau'],
    ['thorsson gud', 'Guðmundur Þórsson'],
  ] as const) {
    await page.getByLabel('Find').fill(typed);
    await expect(page.getByRole('listitem')).toHaveText([new RegExp(`^${name}`)]);
  }
});

test('answers are felt and heard, and the screen stays on whenever the page is looked at', async ({
  page,
  organization,
}) => {
  await page.addInitScript(() => {
    const noted = { vibrations: [] as unknown[], tones: [] as number[], awake: 0 };
    Object.assign(globalThis, { noted });
    navigator.vibrate = (pattern) => noted.vibrations.push(pattern) > 0;
    const request = () => Promise.resolve(++noted.awake);
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    const { OscillatorNode } = globalThis;
    globalThis.OscillatorNode = class extends OscillatorNode {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options);
        noted.tones.push(options?.frequency ?? 0);
      }
    };
  });
  type Noted = { vibrations: number[][]; tones: number[]; awake: number };
  const noted = () => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted);
  const door = await Door.plant(organization);
  await door.invite('Ada Lovelace');
  await door.invite('Mary Somerville', { rsvp: 'declined' });
  await page.goto((await door.link()).url);
  await checkIn(page, 'Ada Lovelace');
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
  const heard = async () => (await noted()).tones.length;
  await expect.poll(heard).toBe(1);
  const good = await noted();
  expect(good.awake).toBe(1);
  await page.getByRole('button', { name: /^Mary Somerville/ }).click();
  await expect.poll(heard).toBe(2);
  const bad = await noted();
  expect(bad.vibrations.at(-1)).not.toEqual(good.vibrations.at(-1));
  expect(bad.tones.at(-1)).toBeLessThan(good.tones.at(-1)!);
  for (const state of ['hidden', 'visible'])
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  expect((await noted()).awake).toBe(2);
});

test('who was erased is gone from the phone at its next contact', async ({ page, organization }) => {
  const door = await Door.plant(organization);
  await door.invite('Ada Lovelace');
  const { guestId } = await organization.get<{ guestId: string }>(
    `events/${door.eventId}/guests/${(await door.invite('Grace Hopper')).id}`,
  );
  await page.goto((await door.link()).url);
  await expect(page.getByText('0 of 2')).toBeVisible();
  expect(await keptOnPhone(page)).toContain('Grace');
  await organization.post(`guests/${guestId}/erase`, { force: true });
  await findNetwork(page);
  await expect(page.getByText('0 of 1')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Grace Hopper/ })).toHaveCount(0);
  expect(await keptOnPhone(page)).not.toContain('Grace');
});

test('two phones that never met agree once they have a network', async ({ page, organization, browser, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  const door = await Door.plant(organization);
  const [ada, grace] = [await door.invite('Ada Lovelace'), await door.invite('Grace Hopper')];
  await door.invite('Mary Somerville');
  const other = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  for (const [phone, name] of [
    [page, 'West door'],
    [other, 'East door'],
  ] as const) {
    await phone.goto((await door.link({ name })).url);
    await expect(phone.getByText('0 of 3')).toBeVisible();
    await phone.context().setOffline(true);
  }
  const act = async (phone: typeof page, name: string) => {
    await phone.getByRole('dialog').getByRole('button', { name }).click();
  };
  await checkIn(page, 'Ada Lovelace');
  await act(page, 'Next');
  // The same pass at the other door; and somebody whom that door takes out again.
  await checkIn(other, 'Ada Lovelace');
  await act(other, 'Next');
  await checkIn(other, 'Grace Hopper');
  await act(other, 'Undo');
  await act(other, 'Next');
  await checkIn(other, 'Mary Somerville');
  await act(other, 'Next');
  await expect(page.getByText('1 of 3')).toBeVisible();
  await expect(other.getByText('2 of 3')).toBeVisible();
  for (const phone of [page, other]) {
    await phone.context().setOffline(false);
    await expect(phone.getByText('waiting to be sent')).toHaveCount(0);
  }
  await findNetwork(page);
  const said: string[] = [];
  for (const phone of [page, other]) {
    await expect(phone.getByText('2 of 3')).toBeVisible();
    await phone.getByRole('button', { name: /^Ada Lovelace/ }).click();
    const where = phone.getByRole('dialog').getByText(/^Checked in with: (West|East) door$/);
    said.push(await where.innerText());
  }
  expect(said[0]).toBe(said[1]);
  expect(await door.checkedInAt(ada)).not.toBeNull();
  expect(await door.checkedInAt(grace)).toBeNull();
  await other.context().close();
});
