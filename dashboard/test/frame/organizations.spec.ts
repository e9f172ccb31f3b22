import type { BrowserContext } from '@playwright/test';
import { linkSentTo } from '../support/mail';
import { Organization } from '../support/organization';
import { service } from '../support/service';
import { expect, screenShown, test as base } from '../support/test';

/** Moves the session of a browser without any of its tabs hearing of it. */
async function moveTo({ request }: BrowserContext, name: string): Promise<void> {
  const response = await request.get(`${service.url}/api/users/me/organizations`, { failOnStatusCode: true });
  const { data } = (await response.json()) as { data: { id: string; name: string }[] };
  const organizationId = data.find((each) => each.name === name)!.id;
  const url = `${service.url}/api/auth/session/organization`;
  await request.put(url, { data: { organizationId }, failOnStatusCode: true });
}

/** Somebody who belongs to a second organization too. */
const test = base.extend<{ second: Organization }>({
  second: async ({ organization, context }, use) => {
    const second = await Organization.register();
    await second.post('organizations/invitations', { email: organization.email, role: 'Admin' });
    const link = await linkSentTo(organization.email, '/invitations/accept');
    const data = {
      token: new URL(link).searchParams.get('token'),
      name: 'Ada Lovelace',
      password: organization.password,
    };
    await context.request.post('/api/invitations/accept', { data, failOnStatusCode: true });
    await moveTo(context, organization.name);
    await use(second);
    await second.close();
  },
});

test('a switch in one tab takes the others along', async ({ page, context, organization, second }) => {
  await page.goto('/tours');
  await expect(page.getByRole('button', { name: `Organization: ${organization.name}` })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: `Organization: ${organization.name}` }).click();
  await other.getByRole('menuitem', { name: second.name }).click();
  await expect(other.getByRole('button', { name: `Organization: ${second.name}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Organization: ${second.name}` })).toBeVisible();
});

test('a tab that did not hear of a switch changes nothing elsewhere', async ({ page, context, second, faults }) => {
  faults.allow(/status of 409/);
  // Whatever it reads by itself would let it hear of the switch.
  await page.route('**/api/announcements/stream*', () => undefined);
  await page.goto('/tours?form=new');
  await screenShown(page);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Alpine Spring');
  await moveTo(context, second.name);
  await page.getByRole('button', { name: 'Create tour' }).click();
  await expect(page.getByRole('alert')).toContainText('You have switched to another organization');
  await expect(name).toHaveValue('Alpine Spring');
  expect((await second.get<{ total: number }>('tours')).total).toBe(0);
});
