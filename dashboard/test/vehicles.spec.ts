import { expect, expectAccessible, test } from './support/test';

test('a vehicle in use keeps the seats that guests have, and stays', async ({ page, organization, faults }) => {
  faults.allow(/status of 409/);
  const { id: vehicleId } = await organization.post('vehicles', { name: 'Bus 7', capacity: 2 });
  const event = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T19:30:00Z' });
  const { id: seat } = await organization.post(`events/${event.id}/vehicles`, { vehicleId });
  for (const name of ['Ada', 'Grace']) {
    const guest = await organization.post(`events/${event.id}/guests`, { name });
    await organization.post(`events/${event.id}/guests/${guest.id}/vehicle`, { vehicleAssignmentId: seat });
  }
  await page.goto(`/vehicles/${vehicleId}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit vehicle' });
  await form.getByRole('textbox', { name: 'Capacity' }).fill('1');
  await form.getByRole('textbox', { name: 'Plate number' }).fill('W-4711');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('textbox', { name: 'Capacity' })).toHaveAccessibleDescription(/not enough free seats/);
  await expectAccessible(page);
  await expect(form.getByRole('textbox', { name: 'Plate number' })).toHaveValue('W-4711');
  await form.getByRole('textbox', { name: 'Capacity' }).fill('3');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('W-4711')).toBeVisible();
  await expect(page.getByText('2 of 3 seats')).toBeVisible();

  const askToDelete = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };
  await askToDelete();
  const question = page.getByRole('dialog', { name: 'Delete Bus 7?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toContainText('The vehicle is on an event to come.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await organization.delete(`vehicle-assignments/${seat}`);
  await expect(page.getByText('It is on no event.')).toBeVisible();
  await askToDelete();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Vehicles' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Bus 7' })).toHaveCount(0);
});
