import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { BROWSER_WITH_CAMERA, CAMERA_ARGS, FILM, film } from './support/camera';
import { expect, test, type Organization } from './support/test';

interface Guest {
  readonly id: string;
  readonly passUrl: string;
  readonly checkedInAt: string | null;
}

interface Link {
  readonly url: string;
}

test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), ...CAMERA_ARGS];
      await use({ ...launchOptions, args, ...(BROWSER_WITH_CAMERA && { executablePath: BROWSER_WITH_CAMERA }) });
      await rm(FILM, { force: true });
    },
    { scope: 'worker' },
  ],
  permissions: ['camera'],
});

test.skip(BROWSER_WITH_CAMERA === null, 'needs the package chromium');

/** An event with one guest, whose pass the camera sees. */
async function doorWithPass(page: Page, organization: Organization) {
  const event = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T17:00:00Z' });
  const { id } = await organization.post(`events/${event.id}/guests`, { name: 'Ada Lovelace' });
  const guest = await organization.patch<Guest>(`events/${event.id}/guests/${id}`, { rsvp: 'accepted' });
  const { url } = await organization.post<Link>(`events/${event.id}/access-links`, { name: 'West door', kind: 'door' });
  await page.goto(guest.passUrl);
  await film(page.getByRole('img', { name: /code/i }));
  const checkedInAt = async () => (await organization.get<Guest>(`events/${event.id}/guests/${id}`)).checkedInAt;
  return { url, checkedInAt, eventId: event.id };
}

const verdictOf = (page: Page) => page.getByRole('dialog', { name: 'Ada Lovelace' });

test('the camera reads a pass where the browser has no reader of its own, also without a network', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.addInitScript(() => delete (globalThis as { BarcodeDetector?: unknown }).BarcodeDetector);
  const { url, checkedInAt } = await doorWithPass(page, organization);
  await page.goto(url);
  await expect(page.getByText('0 of 1')).toBeVisible();
  // The reader comes in the background, after the page.
  const keptReader = () =>
    page.evaluate(async () => {
      const paths = (await (await caches.open('field')).keys()).map(({ url }) => url);
      return paths.filter((path) => /\/decode-[^/]+\.js$/.test(path)).length;
    });
  await expect.poll(keptReader).toBe(1);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Scan' }).click();
  await expect(verdictOf(page).getByRole('status')).toHaveText('Checked in');
  expect(await checkedInAt()).toBeNull();
  await verdictOf(page).getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('1 waiting to be sent')).toBeVisible();
  await context.setOffline(false);
  await expect.poll(checkedInAt).not.toBeNull();

  await page.getByRole('button', { name: 'Scan' }).click();
  await expect(verdictOf(page).getByText(/^Already in since \d\d:\d\d$/)).toBeVisible();
});

test('the browser’s own reader is taken where it works, and ours where it fails', async ({ page, organization }) => {
  await page.addInitScript(() => {
    const asked: string[] = [];
    class BarcodeDetector {
      static getSupportedFormats = () => Promise.resolve(['qr_code']);
      detect() {
        asked.push('detect');
        return Promise.reject(new DOMException('Barcode detection service unavailable.', 'NotSupportedError'));
      }
    }
    Object.assign(globalThis, { BarcodeDetector, asked });
  });
  const { url, checkedInAt } = await doorWithPass(page, organization);
  await page.goto(url);
  await page.getByRole('button', { name: 'Scan' }).click();
  await expect(verdictOf(page).getByRole('status')).toHaveText('Checked in');
  expect(await page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)).toEqual(['detect']);
  await expect.poll(checkedInAt).not.toBeNull();
});

test('a camera that the page may not use is said in words, and the code can be typed', async ({
  page,
  context,
  organization,
}) => {
  const { url } = await doorWithPass(page, organization);
  await context.clearPermissions();
  await page.goto(url);
  await page.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByRole('dialog').getByText(/^This page may not use the camera\./)).toBeVisible();
});

test('the dashboard’s check-in reads a pass, and asks before it takes somebody out again', async ({
  page,
  organization,
}) => {
  const { checkedInAt, eventId } = await doorWithPass(page, organization);
  await page.goto(`/events/${eventId}/check-in`);
  await page.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByRole('button', { name: /^Ada Lovelace/, pressed: true })).toBeVisible();
  await expect.poll(checkedInAt).not.toBeNull();
  await page.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByRole('dialog', { name: 'Undo the check-in of Ada Lovelace?' })).toBeVisible();
});

test('where the camera has a light, it can be turned on and off', async ({ page, organization }) => {
  await page.addInitScript(() => {
    const shone: unknown[] = [];
    Object.assign(globalThis, { shone });
    navigator.mediaDevices.getUserMedia = () => {
      const stream = document.createElement('canvas').captureStream();
      const [track] = stream.getVideoTracks();
      track!.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
      track!.applyConstraints = (constraints) => Promise.resolve(void shone.push(constraints?.advanced));
      return Promise.resolve(stream);
    };
  });
  const { url } = await doorWithPass(page, organization);
  await page.goto(url);
  await page.getByRole('button', { name: 'Scan' }).click();
  const light = page.getByRole('button', { name: 'Light' });
  for (const isOn of [true, false]) {
    await light.click();
    await expect(light).toHaveAttribute('aria-pressed', String(isOn));
  }
  const shone = await page.evaluate(() => (globalThis as unknown as { shone: unknown[] }).shone);
  expect(shone).toEqual([[{ torch: true }], [{ torch: false }]]);
});
