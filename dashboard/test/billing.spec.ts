import { OPERATOR, service } from './support/service';
import { expect, expectAccessible, expectInsideWindow, expectOnPaper, screenShown, test as base } from './support/test';

interface Offer {
  readonly name: string;
  readonly coupon: string;
}

/** A plan on offer and a coupon for it, made by the operator. */
const test = base.extend<{ offer: Offer }>({
  offer: async ({ playwright }, use) => {
    const unique = crypto.randomUUID().slice(0, 8);
    const operator = await playwright.request.newContext({ baseURL: service.url });
    await operator.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
    const name = `Touring ${unique}`;
    const prices = { monthlyPrice: '49.00', yearlyPrice: '490.00', currency: 'EUR' };
    const plan = { name, ...prices, features: ['Unlimited events', 'Webhooks'] };
    const made = await operator.post('/api/plans', { data: plan, failOnStatusCode: true });
    const { id } = (await made.json()) as { id: string };
    const coupon = `SPRING${unique.toUpperCase()}`;
    await operator.post('/api/coupons', {
      data: { code: coupon, percentOff: 20, duration: 'forever', planIds: [id] },
      failOnStatusCode: true,
    });
    await use({ name, coupon });
    await operator.patch(`/api/plans/${id}`, { data: { active: false } });
    await operator.dispose();
  },
});

test('an Admin subscribes with a coupon, gets the invoice, and cancels', async ({ page, organization, offer }) => {
  await page.goto('/settings/billing');
  await expect(page.getByText('There are no invoices yet.')).toBeVisible();
  await page.getByText('Yearly', { exact: true }).click();
  await page.getByRole('button', { name: `Choose ${offer.name}` }).click();
  await expect(page).toHaveURL(/interval=yearly/);
  const costs = page.getByRole('table', { name: 'What it costs' });
  await expect(costs.getByRole('row', { name: 'Now €490.00 – €490.00' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Coupon' }).fill(offer.coupon);
  await page.keyboard.press('Tab');
  await expect(costs.getByRole('row', { name: 'Now €490.00 −€98.00 €392.00' })).toBeVisible();
  await expectAccessible(page);
  expect((await organization.get<{ status: string }>('billing')).status).toBe('none');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  // The stream may bring the invoice before the form has its response: the amount would be there twice.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(`${offer.coupon} (20% off)`)).toBeVisible();
  await expect(page.getByText('An invoice is open')).toBeVisible();
  await expect(page.getByText('€392.00')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^PDF of / }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await expectOnPaper(page, ['INV-000001', '€392.00', 'Open']);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText('The subscription ends')).toBeVisible();
  await page.getByRole('button', { name: `Keep ${offer.name}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Keep ${offer.name}` })
    .click();
  await expect(page.getByText('The subscription ends')).toHaveCount(0);
});

test('a wrong coupon is named at its field', async ({ page, organization, offer, faults }) => {
  void organization;
  faults.allow(/status of 400/);
  await page.goto('/settings/billing');
  await page.getByRole('button', { name: `Choose ${offer.name}` }).click();
  await page.getByRole('textbox', { name: 'Coupon' }).fill('NOSUCHCODE');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Coupon' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Coupon' })).toHaveValue('NOSUCHCODE');
});

test('a change of the interval says what it costs and which invoice is void', async ({ page, organization, offer }) => {
  const { data } = await organization.get<{ data: { id: string; name: string }[] }>('plans/public?limit=100');
  const plan = data.find(({ name }) => name === offer.name)!;
  await page.request.put(`${service.url}/api/billing/subscription`, { data: { planId: plan.id, interval: 'monthly' } });
  await page.goto(`/settings/billing?interval=yearly&plan=${plan.id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The open invoice INV-000001 of €49.00 is void then.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Now €490.00/ })).toBeVisible();
});

test('billing has no barriers @phone', async ({ page, organization, offer }) => {
  void organization;
  await page.goto('/settings/billing');
  await expect(page.getByRole('heading', { name: offer.name })).toBeVisible();
  await screenShown(page);
  await expectAccessible(page);
  await expectInsideWindow(page);
});
