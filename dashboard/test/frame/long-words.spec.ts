import type { Page } from '@playwright/test';
import { Organization } from '../support/organization';
import { OPERATOR } from '../support/service';
import { expect, expectInsideWindow, screenShown, test as base } from '../support/test';

/** 80 letters without a blank: what people have is shorter, or has blanks. */
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const HUGE = '999999999999.99';

/** Everything that has a name has this one, and everything that costs costs as much as can be. */
async function plantLongWords(organization: Organization): Promise<{ tourId: string; eventId: string }> {
  const tour = await organization.post('tours', { name: WORD, budget: HUGE, startDate: '2027-05-01' });
  const event = await organization.post('events', {
    name: WORD,
    tourId: tour.id,
    status: 'confirmed',
    startsAt: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    venue: { name: WORD, address: WORD, city: WORD },
  });
  const vehicle = await organization.post('vehicles', { name: WORD, capacity: 20, driverName: WORD });
  await organization.post(`events/${event.id}/vehicles`, { vehicleId: vehicle.id });
  const guest = { name: WORD, company: WORD, dietary: WORD, tags: [WORD.slice(0, 50)] };
  const { id: guestId } = await organization.post('guests', guest);
  await organization.post(`events/${event.id}/guests`, { guestId });
  for (const currency of ['EUR', 'USD'])
    await organization.post(`events/${event.id}/expenses`, {
      category: 'catering',
      amount: HUGE,
      currency,
      description: WORD,
    });
  return { tourId: tour.id, eventId: event.id };
}

const test = base.extend<object, { long: { organization: Organization; tourId: string; eventId: string } }>({
  long: [
    async ({}, use) => {
      const organization = await Organization.register();
      await use({ organization, ...(await plantLongWords(organization)) });
      await organization.close();
    },
    { scope: 'worker' },
  ],
});

/** Texts that run out of their cells, amounts on two lines, and tables that scroll sideways. */
async function expectInPlace(page: Page): Promise<void> {
  await expectInsideWindow(page);
  const found = await page.evaluate(() => {
    const visible = (each: Element) => each.checkVisibility();
    const cells = [...document.querySelectorAll('main :is(td, th)')].filter(visible);
    const amounts = [...document.querySelectorAll('main .amount')].filter(visible);
    const bars = [...document.querySelectorAll('main :is(.answers-bar, .seats-taken)')].filter(visible);
    const regions = [...document.querySelectorAll('main [role=region][tabindex]')].filter(visible);
    return [
      ...cells.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => `cell: ${each.textContent}`),
      ...amounts.filter((each) => each.getClientRects().length > 1).map((each) => `amount: ${each.textContent}`),
      ...amounts
        .filter((each) => each.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(each).fontSize))
        .map((each) => `two lines: ${each.textContent}`),
      ...bars.filter((each) => each.getBoundingClientRect().height > 60).map((each) => `squeezed: ${each.textContent}`),
      ...regions
        .filter((each) => each.scrollWidth > each.clientWidth + 1)
        .map((each) => `scrolls: ${each.getAttribute('aria-label')}`),
    ];
  });
  expect(found).toEqual([]);
}

const SCREENS = {
  '/': () => '/',
  '/tours/:id': ({ tourId }) => `/tours/${tourId}`,
  '/events': () => '/events',
  'an event': ({ eventId }) => `/events/${eventId}`,
  'its guests': ({ eventId }) => `/events/${eventId}?tab=guests`,
  'its expenses': ({ eventId }) => `/events/${eventId}?tab=expenses`,
  'its call sheet': ({ eventId }) => `/events/${eventId}/call-sheet`,
  'its guest list': ({ eventId }) => `/events/${eventId}/guest-list`,
  '/guests': () => '/guests',
  '/expenses': () => '/expenses',
  '/settings/audit-log': () => '/settings/audit-log',
  '/platform/audit-log': () => '/platform/audit-log',
} satisfies Record<string, (ids: { tourId: string; eventId: string }) => string>;

for (const [title, pathOf] of Object.entries(SCREENS))
  test(`the longest words and amounts stay in their place: ${title}`, async ({ page, context, long }) => {
    if (title.startsWith('/platform'))
      await context.request.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
    else await long.organization.shareSession(context);
    await page.goto(pathOf(long));
    await screenShown(page);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expectInPlace(page);
    }
  });

test('figures that stand under no heading say on a phone what they count', async ({ page, context, long }) => {
  await long.organization.shareSession(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/vehicles');
  const after = (selector: string, pseudo: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each, pseudo) => getComputedStyle(each, pseudo).content, pseudo);
  await expect(page.getByRole('cell', { name: '20' })).toBeVisible();
  expect(await after('td[data-label]', '::before')).toContain('Capacity');
  await page.goto('/');
  await screenShown(page);
  await expect(page.getByText('1 open').first()).toBeAttached();
  expect(await after('.answers-bar [data-word]', '::after')).toContain('answered');
  expect(await after('.seats-taken [data-word]', '::after')).toContain('seats');
});
