import { Door, findNetwork, plantTrip } from './support/door';
import { expect, expectAccessible, expectHighContrast, expectInsideWindow, test } from './support/test';

test('on a bus guests board by stop, others are taken along while there is room @phone', async ({
  page,
  organization,
}) => {
  const door = await Door.plant(organization);
  const [ada, grace, mary] = [
    await door.invite('Ada Lovelace'),
    await door.invite('Grace Hopper'),
    await door.invite('Mary Somerville'),
  ];
  const hedy = await door.invite('Hedy Lamarr');
  await door.invite('Zoe Quick');
  const trip = await plantTrip(organization, door, 3);
  await trip.seat(ada, 0);
  await trip.seat(grace, 1);
  await trip.seat(mary);
  const other = await organization.post('vehicles', { name: 'Coach 2', capacity: 4 });
  const assignment = await organization.post(`events/${door.eventId}/vehicles`, { vehicleId: other.id });
  await door.seat(hedy, assignment.id);
  const { url } = await door.link({ name: 'Driver', kind: 'trip', tripId: trip.id });
  await page.goto(url);
  await expect(page.getByText(/^Gala · Coach 1 · outbound, \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    /^Central station \d\d:\d\d · 0 of 1$/,
    /^Hotel Sacher \d\d:\d\d · 0 of 1$/,
    'Without a stop · 0 of 1',
    'Not on this trip',
  ]);
  const verdict = page.getByRole('dialog');
  const pick = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  const act = (name: string) => verdict.getByRole('button', { name, exact: true }).click();

  await pick('Ada');
  await act('On board');
  await expect(verdict.getByRole('status')).toHaveText('On board');
  await act('Next');
  await expect(page.getByRole('heading', { name: /^Central station .* 1 of 1$/ })).toBeVisible();
  await pick('Grace');
  await act('Not there');
  await expect(verdict.getByRole('status')).toHaveText('Not there');
  await act('Undo');
  await act('On board');
  await act('Got off');
  await expect(verdict.getByRole('status')).toHaveText('Got off');
  await act('Next');
  await expect(page.getByText('2 of 3')).toBeVisible();
  await expect.poll(() => trip.status(ada)).toBe('boarded');
  await expect.poll(() => trip.status(grace)).toBe('alighted');

  await pick('Hedy');
  await expect(verdict.getByRole('status')).toHaveText('Other vehicle: Coach 2');
  await expectAccessible(page);
  await act('Take along');
  await expect(verdict.getByRole('status')).toHaveText('On board');
  await expect.poll(() => trip.status(hedy)).toBe('boarded');
  await act('Next');
  await pick('Zoe');
  await act('Take along');
  await expect(verdict.getByRole('status')).toHaveText('No room in the vehicle');
  await act('Next');
  await expect(page.getByText('Zoe Quick: No room in the vehicle')).toBeVisible();
  await findNetwork(page);
  await expect(page.getByText('3 of 4')).toBeVisible();
  await expectAccessible(page);
  await expectInsideWindow(page);
});

test('what waits of a door is not sent by a link to a bus, which would refuse it, nor the other way round', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 401/);
  const door = await Door.plant(organization);
  const [ada, grace] = [await door.invite('Ada Lovelace'), await door.invite('Grace Hopper')];
  const trip = await plantTrip(organization, door, 3);
  for (const guest of [ada, grace]) await trip.seat(guest);
  const toTrip = { kind: 'trip', tripId: trip.id };
  const verdict = page.getByRole('dialog');
  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await verdict.getByRole('button', { name: action }).click();
    await verdict.getByRole('button', { name: 'Next' }).click();
  };
  /** Without a network; and the link is revoked before there is one. */
  const lose = async (link: { id: string; url: string }, counts: string, work: () => Promise<void>) => {
    await page.goto(link.url);
    await expect(page.getByText(counts, { exact: true })).toBeVisible();
    await context.setOffline(true);
    await work();
    await organization.delete(`access-links/${link.id}`);
    await context.setOffline(false);
    await expect(page.getByText('This link was revoked')).toBeVisible();
  };
  await lose(await door.link(), '0 of 2', () => act('Ada', 'Check in'));
  await lose(await door.link(toTrip), '0 of 2', () => act('Grace', 'On board'));
  await expect(page.getByText('2 waiting to be sent')).toBeVisible();

  await page.goto((await door.link()).url);
  await expect(page.getByText('1 waiting to be sent')).toBeVisible();
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await expect.poll(() => door.checkedInAt(ada)).not.toBeNull();
  expect(await trip.status(grace)).toBe('expected');
  await page.goto((await door.link(toTrip)).url);
  await expect(page.getByText('waiting to be sent')).toHaveCount(0);
  await expect.poll(() => trip.status(grace)).toBe('boarded');
  await expect(page.getByRole('heading', { name: 'Refused' })).toHaveCount(0);
});

const ARABIC = 'عبد الرحمن بن محمد بن خلدون الحضرمي';
const THAI = 'กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรายุธยา';
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

test('at the door every name fits the smallest phone, in sunlight and in the dark, and a long list goes on', async ({
  page,
  organization,
}) => {
  const door = await Door.plant(organization);
  for (const name of [ARABIC, THAI, LONG]) await door.invite(name, { plusOnes: 2 });
  const items = [];
  for (let index = 0; index < 110; index++) {
    const { id } = await organization.post('guests', { name: `Guest ${String(index).padStart(3, '0')}` });
    items.push({ guestId: id, rsvp: 'accepted' });
  }
  await organization.post(`events/${door.eventId}/guests/batch`, { items: items.slice(0, 100) });
  await organization.post(`events/${door.eventId}/guests/batch`, { items: items.slice(100) });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto((await door.link({ name: LONG })).url);
  await expect(page.getByText('0 of 119')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectHighContrast(page);
    await expectInsideWindow(page);
  }
  await expectAccessible(page);
  await expect(page.getByRole('listitem')).toHaveCount(50);
  for (const left of [63, 13]) await page.getByRole('button', { name: `${left} more` }).click();
  await expect(page.getByRole('listitem')).toHaveCount(113);

  const verdict = page.getByRole('dialog');
  for (const name of [ARABIC, THAI, LONG]) {
    await page.getByLabel('Find').fill(name.slice(-12));
    await page.getByRole('listitem').getByRole('button').click();
    await expect(verdict.getByRole('heading')).toHaveText(name);
    await verdict.getByRole('button', { name: 'Check in' }).click();
    await expect(verdict.getByRole('status')).toHaveText('Checked in');
    await expectHighContrast(page);
    await expectAccessible(page);
    await expectInsideWindow(page);
    await verdict.getByRole('button', { name: 'Next' }).click();
  }
  await page.setViewportSize({ width: 568, height: 320 });
  await expectInsideWindow(page);
});

test.describe('in German', () => {
  test.use({ locale: 'de-AT' });

  test('a pass that comes a second time says when and where it came first', async ({ page, organization }) => {
    const door = await Door.plant(organization);
    await door.checkInBy(await door.link({ name: LONG }), await door.invite('Ada Lovelace'));
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto((await door.link()).url);
    await page.getByRole('button', { name: /^Ada Lovelace/ }).click();
    const verdict = page.getByRole('dialog');
    await expect(verdict.getByRole('status')).toHaveText(/^Schon da seit \d\d:\d\d$/);
    await expect(verdict.getByText(`Eingecheckt mit: ${LONG}`)).toBeVisible();
    await expectHighContrast(page);
    await expectAccessible(page);
    await expectInsideWindow(page);
  });

  test('every answer fits phones upright and across, in the light and in the dark', async ({ page, organization }) => {
    const door = await Door.plant(organization);
    const trip = await plantTrip(organization, door, 3);
    await trip.seat(await door.invite('Ada Lovelace'), 0);
    await door.change(await door.invite('Mary Somerville'), { rsvp: 'declined' });
    const other = await organization.post('vehicles', { name: 'Doppeldecker der Verkehrsbetriebe', capacity: 4 });
    const assignment = await organization.post(`events/${door.eventId}/vehicles`, { vehicleId: other.id });
    await door.seat(await door.invite('Hedy Lamarr'), assignment.id);
    await page.goto((await door.link({ kind: 'trip', tripId: trip.id })).url);
    const verdict = page.getByRole('dialog');
    const met = [
      ['Ada Lovelace', 'Erwartet'],
      ['Mary Somerville', 'Abgesagt'],
      ['Hedy Lamarr', 'Anderes Fahrzeug: Doppeldecker der Verkehrsbetriebe'],
    ] as const;
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [320, 640],
      [640, 320],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.getByText('0 von 1', { exact: true })).toBeVisible();
        await expectHighContrast(page);
        await expectInsideWindow(page);
        for (const [name, word] of met) {
          await page.getByLabel('Suchen').fill(name);
          await page.getByRole('listitem').getByRole('button').click();
          await expect(verdict.getByRole('status')).toHaveText(word);
          await expect(verdict.getByRole('button', { name: 'Weiter' })).toBeInViewport({ ratio: 1 });
          await expectInsideWindow(page);
          await verdict.getByRole('button', { name: 'Weiter' }).click();
        }
      }
    }
    await expectAccessible(page);
  });
});
