import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

test('a change is a sentence, with before and after', async ({ page, organization }) => {
  const { id } = await organization.post('tours', { name: 'Alpine Spring' });
  await organization.patch(`tours/${id}`, { name: 'Alpine Summer' });
  await page.goto('/settings/audit-log?targetType=tour');
  await expect(page.getByText('Name: Alpine Spring → Alpine Summer')).toBeVisible();
  await page.getByRole('link', { name: 'changed the tour “Alpine Summer”' }).click();
  const drawer = page.getByRole('dialog', { name: 'Audit record' });
  await expect(drawer.getByRole('heading', { name: 'Ada Lovelace changed the tour “Alpine Summer”' })).toBeVisible();
  await expect(drawer.getByRole('row', { name: 'Name Alpine Spring Alpine Summer' })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Everything about this record' }).click();
  await expect(page.getByRole('link', { name: 'created the tour “Alpine Spring”' })).toBeVisible();
  await expect(page).toHaveURL(/targetId=/);
});

test('filters are in the address, and can be taken away', async ({ page, organization }) => {
  await organization.post('tours', { name: 'Alpine Spring' });
  await page.goto('/settings/audit-log');
  await page.getByRole('combobox', { name: 'About' }).click();
  await page.getByRole('option', { name: 'Tours' }).click();
  await expect(page).toHaveURL(/targetType=tour/);
  await expect(page.getByText('1 in all')).toBeVisible();
  await page.getByRole('button', { name: 'Only by Ada Lovelace' }).click();
  await expect(page).toHaveURL(/actorId=/);
  await page.getByRole('button', { name: 'Clear: Only by Ada Lovelace' }).click();
  await expect(page).not.toHaveURL(/actorId=/);
  await page.goto('/settings/audit-log?to=2020-01-01');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
});

test('what an operator does for somebody names the operator', async ({ page, organization, playwright }) => {
  const { OPERATOR, service } = await import('./support/service');
  const operator = await playwright.request.newContext({ baseURL: service.url });
  await operator.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
  const { data } = await organization.get<{ data: { userId: string }[] }>('organizations/members');
  await operator.post(`/api/users/${data[0]!.userId}/impersonate`, {
    data: { reason: 'Support' },
    failOnStatusCode: true,
  });
  await operator.post('/api/tours', { data: { name: 'Helped' }, failOnStatusCode: true });
  await operator.dispose();
  await page.goto('/settings/audit-log?targetType=tour');
  await expect(page.getByText(`In truth ${OPERATOR.email}, who acted as this user`)).toBeVisible();
});

test('the log is verified, with what that proves', async ({ page, organization }) => {
  void organization;
  await page.goto('/settings/audit-log');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^(Unchanged: |No record is sealed yet)/)).toBeVisible();
  await expect(page.getByText(/Each record is sealed together with the seal before it/)).toBeVisible();
  await expectAccessible(page);
});

test('the audit log has no barriers @phone', async ({ page, organization }) => {
  await organization.post('tours', { name: 'Alpine Spring' });
  await page.goto('/settings/audit-log');
  await screenShown(page);
  await expectAccessible(page);
  await expectInsideWindow(page);
});
