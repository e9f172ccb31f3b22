import type { Page } from '@playwright/test';
import { expect, screenShown, test, type Organization } from './support/test';
import { pathOf, SCREENS } from './support/screens';

/** Controls that need a permission which neither a Member nor somebody without rights has. */
const CONTROLS =
  /^(Invite|New role|New key|New endpoint|Verify|Choose .+|Cancel subscription|Actions for .+|Role of .+|Send|Send message|Write a message|History|Save settings)$/;

/** Something of everything, so that screens of records have one to show. */
async function furnish(organization: Organization): Promise<void> {
  const { id } = await organization.post('events', { name: 'Alpine Gala', startsAt: '2031-05-01T10:00:00Z' });
  await organization.post(`events/${id}/guests`, { name: 'Grace Kelly' });
  await organization.post('tours', { name: 'Alpine Spring' });
  await organization.post('vehicles', { name: 'Bus 1', capacity: 9 });
}

/** Every screen that the navigation does not lead to is asked for by its address, as by a link of a colleague. */
async function visit(page: Page, refused: string[]): Promise<void> {
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  for (const screen of SCREENS) {
    if ((typeof screen === 'string' ? screen : screen.path('')).startsWith('/settings/')) continue;
    const path = await pathOf(screen, page.request);
    if (path === null) continue;
    await page.goto(path);
    await screenShown(page);
    const main = page.getByRole('main');
    for (const role of ['button', 'link', 'menuitem', 'combobox'] as const) {
      await expect(main.getByRole(role, { name: CONTROLS }), `${path}: ${role}`).toHaveCount(0);
    }
  }
}

for (const role of ['Member', 'Without rights']) {
  test(`a ${role} meets neither refusals nor controls that are not theirs`, async ({ organization, colleague }) => {
    await furnish(organization);
    if (role !== 'Member') await organization.post('organizations/roles', { name: role, permissions: [] });
    const { page } = await colleague(role);
    const refused: string[] = [];
    await visit(page, refused);
    expect(refused).toEqual([]);
    await page.goto('/');
    await screenShown(page);
    const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();
    expect(links.includes('Settings')).toBe(role === 'Member');
  });
}

test('screens of Settings that one may not see say why', async ({ organization, colleague, faults }) => {
  faults.allow(/status of 403/);
  await organization.post('organizations/roles', { name: 'Without rights', permissions: [] });
  const { page } = await colleague('Without rights');
  for (const name of ['members', 'roles', 'api-keys', 'webhooks', 'audit-log', 'billing']) {
    await page.goto(`/settings/${name}`);
    await expect(page.getByRole('alert').first(), name).toContainText('Your role does not allow this');
    await expect(page.getByRole('main').getByRole('button', { name: CONTROLS }), name).toHaveCount(0);
  }
});

test('controls go when the role is taken away, without a reload', async ({ organization, colleague }) => {
  const { page, email } = await colleague('Admin');
  await page.goto('/settings/members');
  await expect(page.getByRole('button', { name: 'Invite' })).toBeVisible();
  const { data } = await organization.get<{ data: { id: string; email: string }[] }>('organizations/members');
  const { id } = data.find((member) => member.email === email)!;
  await organization.patch(`organizations/members/${id}`, { role: 'Member' });
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' })).toHaveCount(0);
});

test('after a refusal the controls that are not allowed any more go', async ({ organization, colleague, faults }) => {
  faults.allow(/status of 403/);
  const role = await organization.post('organizations/roles', { name: 'Vehicles', permissions: ['webhooks.read'] });
  const { page } = await colleague('Vehicles');
  // Without changes of the organization, as for whoever must not read of them.
  await page.route('**/api/changes/stream*', () => {});
  await page.goto('/');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' });
  await expect(link).toBeVisible();
  await organization.patch(`organizations/roles/${role.id}`, { permissions: [] });
  await link.click();
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
  await expect(link).toHaveCount(0);
});

test('an Admin has every screen of Settings, without a refusal', async ({ page, organization }) => {
  void organization;
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  for (const name of ['organization', 'members', 'roles', 'api-keys', 'webhooks', 'audit-log', 'billing']) {
    await page.goto(`/settings/${name}`);
    await screenShown(page);
  }
  expect(refused).toEqual([]);
});

test('a permission that is taken away while one works is explained', async ({ organization, colleague, faults }) => {
  faults.allow(/status of 403/);
  const { id } = await organization.post('organizations/roles', {
    name: 'Key maker',
    permissions: ['apiKeys.read', 'apiKeys.create', 'apiKeys.delete'],
  });
  const { page } = await colleague('Key maker');
  await page.goto('/settings/api-keys?form=new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Export');
  // The stream of changes would take the form away before it is sent.
  await page.route('**/api/auth/session', () => undefined);
  await organization.patch(`organizations/roles/${id}`, { permissions: ['apiKeys.read'] });
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Export');
});
