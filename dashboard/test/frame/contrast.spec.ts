import type { Locator } from '@playwright/test';
import { expect, screenShown, test } from '../support/test';

/** The contrast (WCAG 2.2, 1.4.11) of a colour of an element with the background of the page. */
async function contrastWithPage(element: Locator, property: 'backgroundColor' | 'borderTopColor'): Promise<number> {
  return element.evaluate((node, name) => {
    const luminance = (colour: string) => {
      const parts = colour
        .match(/[\d.]+/g)!
        .slice(0, 3)
        .map((part) => Number(part) / 255);
      const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const [light, dark] = [getComputedStyle(node)[name], getComputedStyle(document.body).backgroundColor]
      .map(luminance)
      .sort((a, b) => b - a);
    return (light! + 0.05) / (dark! + 0.05);
  }, property);
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`buttons, bars and fields stand out from a ${colorScheme} page`, async ({ page, organization }) => {
    const event = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T18:00:00Z' });
    const guest = await organization.post(`events/${event.id}/guests`, { name: 'Ada' });
    await organization.patch(`events/${event.id}/guests/${guest.id}`, { rsvp: 'accepted' });
    await page.emulateMedia({ colorScheme });
    await page.goto(`/events/${event.id}`);
    await screenShown(page);
    const bar = page.locator('.share-bar [data-tone]').first();
    expect(await contrastWithPage(bar, 'backgroundColor')).toBeGreaterThan(3);
    await page.goto('/guests');
    await screenShown(page);
    const button = page.getByRole('button', { name: 'New guest' }).first();
    expect(await contrastWithPage(button, 'backgroundColor')).toBeGreaterThan(3);
    expect(await contrastWithPage(page.locator('.mantine-Input-input').first(), 'borderTopColor')).toBeGreaterThan(3);
    await page.goto(`/events/${event.id}?tab=guests`);
    expect(await contrastWithPage(page.getByRole('checkbox').first(), 'borderTopColor')).toBeGreaterThan(3);
  });

test('the frame is there before what is in it', async ({ page, organization }) => {
  void organization;
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route(/assets\/shell-[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/tours', { waitUntil: 'commit' });
  const skeleton = page.locator('[data-loading]');
  await expect(skeleton).toBeVisible();
  const { x, y } = (await skeleton.boundingBox())!;
  go();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Tours' })).toBeVisible();
  const content = (await page.locator('#content').boundingBox())!;
  expect([Math.round(x), Math.round(y)]).toEqual([Math.round(content.x), Math.round(content.y)]);
});
