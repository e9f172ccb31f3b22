import type { Page } from '@playwright/test';
import { plantSeason } from '../support/season';
import { expect, painted, screenShown, test } from '../support/test';

/** What is empty but for its colour: of a bar, what is not yet filled, which has an outline around it. */
const REST = '.share-bar > :not([data-tone]), .bar-chart-track, .mantine-Progress-root';

/**
 * What a page loses where the reader's system chooses the colours: marks that are nothing but a colour, and the edges of
 * buttons.
 */
async function lost(page: Page): Promise<string[]> {
  await page.evaluate((rest) => {
    const isPainted = (colour: string) => !/transparent|, 0\)$|\/ 0\)$/.test(colour);
    const seen = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (each) => each instanceof HTMLElement && each.checkVisibility() && each.getBoundingClientRect().width >= 2,
    );
    const marks = seen.filter(
      (each) =>
        each.matches('span, i, div') &&
        each.childNodes.length === 0 &&
        each.dataset['text'] === undefined &&
        !each.matches(rest) &&
        isPainted(getComputedStyle(each).backgroundColor),
    );
    const buttons = seen.filter((each) => {
      const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(each);
      const hasEdge = parseFloat(borderTopWidth) > 0 && isPainted(borderTopColor);
      return each.matches('.mantine-Button-root') && (hasEdge || isPainted(backgroundColor));
    });
    Object.assign(globalThis, { marks, buttons });
  }, REST);
  await page.emulateMedia({ forcedColors: 'active' });
  await painted(page);
  const found = await page.evaluate(() => {
    const { marks, buttons } = globalThis as unknown as Record<'marks' | 'buttons', HTMLElement[]>;
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.backgroundColor = 'Canvas';
    const canvas = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const hasEdge = (each: HTMLElement) => {
      const { borderTopStyle, borderTopWidth, borderTopColor, outlineStyle } = getComputedStyle(each);
      const hasBorder = borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0 && borderTopColor !== canvas;
      return hasBorder || outlineStyle !== 'none';
    };
    const nameOf = (each: HTMLElement) => `${each.parentElement?.className} > ${each.tagName} .${each.className}`;
    return [
      ...marks.filter((each) => getComputedStyle(each).backgroundColor === canvas && !hasEdge(each)),
      ...buttons.filter((each) => !hasEdge(each)),
    ].map(nameOf);
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

test('nothing that has a meaning vanishes where the system chooses the colours', async ({ page, organization }) => {
  const { eventId, tourId, vehicleId, webhookId, guestId } = await plantSeason(organization);
  // In some days, so that there are bars on Home.
  const startsAt = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const soon = await organization.post('events', { name: 'Soirée', tourId, status: 'confirmed', startsAt });
  const seats = await organization.post(`events/${soon.id}/vehicles`, { vehicleId });
  const items = [{ guestId, rsvp: 'accepted', vehicleAssignmentId: seats.id }];
  await organization.post(`events/${soon.id}/guests/batch`, { items });
  await page.goto('/');
  await expect(page.locator('.share-bar [data-tone]').first()).toBeVisible();
  for (const path of [
    '/',
    '/events',
    `/tours/${tourId}`,
    ...['', '?tab=guests', '?tab=seats', '?tab=trips', '?tab=expenses'].map((tab) => `/events/${eventId}${tab}`),
    '/expenses',
    `/vehicles/${vehicleId}`,
    `/settings/webhooks/${webhookId}`,
  ]) {
    await page.goto(path);
    await screenShown(page);
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    expect.soft(await lost(page), path).toEqual([]);
  }
});

test('seats are told apart, and the focus is seen, where the system chooses the colours', async ({
  page,
  organization,
}) => {
  const { eventId } = await plantSeason(organization);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/events/${eventId}?tab=seats`);
  await screenShown(page);
  const signs = await page.locator('.seat-key [data-seat]').evaluateAll((all) =>
    all.map((each) => {
      const { backgroundColor, borderTopWidth, borderTopStyle, borderRadius } = getComputedStyle(each);
      return [backgroundColor, borderTopWidth, borderTopStyle, borderRadius].join(' ');
    }),
  );
  expect(signs.length).toBeGreaterThanOrEqual(3);
  expect(new Set(signs).size, signs.join('\n')).toBe(signs.length);
  const lineOf = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  expect(await lineOf('Seats'), 'which tab is open').not.toBe(await lineOf('Overview'));
  await page.getByRole('tab', { name: 'Overview' }).focus();
  const names: string[] = [];
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press('Tab');
    const { name, ring } = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
      const name = document.activeElement!.getAttribute('aria-label') ?? document.activeElement!.textContent;
      return { name, ring: outlineStyle === 'solid' ? parseFloat(outlineWidth) : 0 };
    });
    names.push(name);
    expect(ring, name).toBeGreaterThanOrEqual(2);
  }
  expect(names, 'a field is among them').toContain('Find a passenger');
});

test('dialogs, drawers, days and the line of a tour have edges where the system chooses the colours', async ({
  page,
  organization,
}) => {
  const { eventId, tourId } = await plantSeason(organization);
  await organization.post('events', { name: 'Soirée', tourId, startsAt: '2027-05-20T17:30:00Z' });
  await page.emulateMedia({ forcedColors: 'active' });
  const outlineOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each) => getComputedStyle(each).outlineStyle);
  await page.goto(`/events/${eventId}?tab=trips`);
  await screenShown(page);
  const line = await page
    .locator('.stops li')
    .first()
    .evaluate((each) => [
      getComputedStyle(each, '::before').backgroundColor,
      getComputedStyle(document.body).backgroundColor,
    ]);
  expect(line[0], 'the line between stops').not.toBe(line[1]);
  await page.getByRole('button', { name: 'Passengers' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await outlineOf('.mantine-Drawer-content'), 'a drawer').toBe('solid');
  await page.goto('/expenses');
  await page.getByRole('button', { name: 'Log an expense' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await outlineOf('.mantine-Modal-content'), 'a dialog').toBe('solid');
  await page.goto('/events?view=month');
  await screenShown(page);
  expect(await outlineOf('.month-grid li'), 'a day').toBe('solid');
  await page.goto('/settings/organization');
  await screenShown(page);
  expect(await outlineOf('.mantine-Switch-track'), 'a switch').toBe('solid');
});
