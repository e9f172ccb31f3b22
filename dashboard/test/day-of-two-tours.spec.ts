import type { Page } from '@playwright/test';
import type { Organization } from './support/organization';
import { expect, test } from './support/test';
import { answerAll, comingOf, DAY, plantTour, type Coach, type Rider, type Tour } from './support/two-tours';

interface Row {
  readonly eventGuestId: string;
  readonly people: number;
  readonly status: string;
}

interface Figures {
  readonly status: string;
  readonly capacity: number;
  readonly passengers: Record<'expected' | 'boarded' | 'noShow' | 'alighted', number>;
}

const NOBODY = { expected: 0, boarded: 0, noShow: 0, alighted: 0 };

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

const card = (page: Page, { name }: Coach, direction = 'outbound') =>
  page.getByRole('region', { name: new RegExp(`^${name}, ${direction}, `) });
const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Passengers' });

const openTrips = (page: Page, { eventId }: Tour) => page.goto(`/events/${eventId}?tab=trips`);

async function openPassengers(page: Page, coach: Coach): Promise<void> {
  await card(page, coach).getByRole('button', { name: 'Passengers' }).click();
  await expect(drawerOf(page).getByRole('status')).toBeVisible();
}

async function closePassengers(page: Page): Promise<void> {
  await drawerOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(drawerOf(page)).toHaveCount(0);
}

/** One tap each; a thumb does not wait for what the service says to the one before. */
async function board(page: Page, riders: readonly Rider[]): Promise<void> {
  for (const { name } of riders) await drawerOf(page).getByRole('button', { name, exact: true }).tap();
  for (const { name } of riders)
    await expect(drawerOf(page).getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
}

async function boardWith(page: Page, coach: Coach, riders: readonly Rider[]): Promise<void> {
  await openPassengers(page, coach);
  await board(page, riders);
  await closePassengers(page);
}

/** Boards without the screen, as who asks with the phone's session. */
async function boardByApi(page: Page, tripId: string, riders: readonly Pick<Rider, 'eventGuestId'>[]): Promise<void> {
  for (const { eventGuestId } of riders) {
    const path = `/api/trips/${tripId}/passengers/${eventGuestId}`;
    const response = await page.request.patch(path, { data: { status: 'boarded' } });
    expect(response.status()).toBe(200);
  }
}

/** Moves as many as fit to another coach, at the stop of the same name. */
async function moveTo(page: Page, to: Coach, free: number): Promise<void> {
  await drawerOf(page).getByRole('button', { name: 'Move people' }).click();
  const move = page.getByRole('dialog', { name: /^Move people from / });
  await move.getByRole('combobox', { name: 'To' }).click();
  await page.getByRole('option', { name: new RegExp(`^${to.name}, outbound, .* ${free} places free$`) }).click();
  const fitting = move.getByRole('button', { name: 'Choose as many as fit' });
  if (await fitting.isVisible()) await fitting.click();
  await move.getByRole('button', { name: `Move ${free} people` }).click();
  await expect(move).toHaveCount(0);
}

async function finish(page: Page, coach: Coach, button: 'Depart' | 'Arrive', confirm: string): Promise<void> {
  await card(page, coach).getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const figuresOf = async (organization: Organization, tripId: string): Promise<Figures> => {
  const { status, capacity, passengers } = await organization.get<Figures>(`trips/${tripId}`);
  return { status, capacity, passengers };
};

const rowsOf = async (organization: Organization, tripId: string): Promise<readonly Row[]> =>
  (await organization.get<{ data: Row[] }>(`trips/${tripId}/passengers?limit=100`)).data;

/** Everybody who comes is on exactly one of the coaches, with all whom they bring, and on none are more than fit. */
async function expectNobodyLost(organization: Organization, { coaches }: Tour, direction: 'outbound' | 'return') {
  const trips = coaches.map((coach) => coach[`${direction}Id`]);
  const rows = (await Promise.all(trips.map((id) => rowsOf(organization, id)))).flat();
  const coming = coaches.flatMap(comingOf).map(({ eventGuestId }) => eventGuestId);
  expect(rows.map(({ eventGuestId }) => eventGuestId).sort()).toEqual(coming.sort());
  for (const { capacity, passengers } of await Promise.all(trips.map((id) => figuresOf(organization, id))))
    expect(passengers.boarded + passengers.expected).toBeLessThanOrEqual(capacity);
  return rows.reduce((sum, { people }) => sum + people, 0);
}

/** A phone shows of each trip what the API has. */
async function expectShown(organization: Organization, phone: Page, { coaches }: Tour): Promise<void> {
  for (const coach of coaches)
    for (const direction of ['outbound', 'return'] as const) {
      const { boarded, alighted, expected } = (await figuresOf(organization, coach[`${direction}Id`])).passengers;
      const here = boarded + alighted;
      await expect(card(phone, coach, direction)).toContainText(`${here} of ${here + expected} on board`);
    }
}

test('two dispatchers on two phones board two tours, and the people of a coach that breaks down move to others', async ({
  page,
  organization,
  colleague,
}) => {
  const a = await plantTour(organization, 'A', [30, 22, 40]);
  const b = await plantTour(organization, 'B', [22, 22, 22]);
  const [a1, a2, a3] = a.coaches as [Coach, Coach, Coach];
  const { page: other } = await colleague();
  const phones = [page, other] as const;
  const inTour = [...a.coaches.map((coach) => [a, coach] as const), ...b.coaches.map((coach) => [b, coach] as const)];

  // All 120 answer while those at the first stops get on; nobody who gets on has declined.
  const answers = Promise.all(inTour.map(([, coach]) => answerAll(coach)));
  const [late] = comingOf(b.coaches[0]!).slice(-1) as [Rider];
  for (const tour of [a, b]) {
    await Promise.all(phones.map((phone) => openTrips(phone, tour)));
    for (const coach of tour.coaches) {
      // Each of them at two of the stops; the second coach of the first tour comes only to its second stop.
      const ridersOf = (index: number) =>
        comingOf(coach).filter(({ stop }) => (coach === a2 ? stop === index : stop % 2 === index));
      const isTapped = tour === a || coach === b.coaches[0];
      const boarding = phones.map((phone, index) => {
        const riders = ridersOf(index).filter((rider) => rider !== late);
        return isTapped ? boardWith(phone, coach, riders) : boardByApi(phone, coach.outboundId, riders);
      });
      await Promise.all(boarding);
    }
  }
  await answers;
  expect(await figuresOf(organization, a2.outboundId)).toMatchObject({
    status: 'boarding',
    passengers: { ...NOBODY, boarded: 10, expected: 12 },
  });

  // It breaks down: one of them moves as many as fit to one coach, the other the rest to the other one.
  for (const phone of phones) {
    await openTrips(phone, a);
    await openPassengers(phone, a2);
  }
  await moveTo(page, a1, 6);
  await expect(drawerOf(other).getByText('of 16 on board')).toBeVisible();
  await moveTo(other, a3, 16);
  for (const phone of phones) {
    await expect(drawerOf(phone).getByText('Nobody rides on it yet.')).toBeVisible();
    await closePassengers(phone);
  }
  for (const [index, coach] of [a1, a3].entries()) {
    const moved = new Set((await rowsOf(organization, coach.outboundId)).map(({ eventGuestId }) => eventGuestId));
    const riders = comingOf(a2).filter(({ eventGuestId }) => moved.has(eventGuestId));
    await boardWith(phones[index]!, coach, riders);
  }
  expect(await expectNobodyLost(organization, a, 'outbound')).toBe(24 + 22 + 24);
  expect(await expectNobodyLost(organization, b, 'outbound')).toBe(22 + 22 + 22);

  // The empty coach is cancelled, another one fetches its people, and all others go out and back.
  await organization.patch(`trips/${a2.outboundId}`, { status: 'cancelled' });
  const spare = await organization.post('vehicles', { name: a2.name, capacity: 22 });
  await organization.patch(`vehicle-assignments/${a2.assignmentId}`, { vehicleId: spare.id });
  await openTrips(other, b);
  await finish(page, a1, 'Depart', 'Depart');
  await finish(other, b.coaches[0]!, 'Depart', 'Without them');
  for (const coach of [a3, ...b.coaches.slice(1)]) await organization.post(`trips/${coach.outboundId}/depart`);
  for (const [, { outboundId }] of inTour)
    if (outboundId !== a2.outboundId) await organization.post(`trips/${outboundId}/arrive`);
  const onReturn = inTour.map(async ([, { returnId }], index) => {
    const rows = await rowsOf(organization, returnId);
    await boardByApi(phones[index % 2]!, returnId, rows);
  });
  await Promise.all(onReturn);
  for (const [, { returnId }] of inTour) await organization.post(`trips/${returnId}/depart`);

  const figures = async (coach: Coach) => [
    await figuresOf(organization, coach.outboundId),
    await figuresOf(organization, coach.returnId),
  ];
  const arrived = (capacity: number, alighted: number, noShow = 0) => ({
    status: 'arrived',
    capacity,
    passengers: { ...NOBODY, alighted, noShow },
  });
  const underWay = (capacity: number, boarded: number) => ({
    status: 'departed',
    capacity,
    passengers: { ...NOBODY, boarded },
  });
  expect(await figures(a1)).toEqual([arrived(30, 30), underWay(30, 24)]);
  expect(await figures(a2)).toEqual([{ status: 'cancelled', capacity: 22, passengers: NOBODY }, underWay(22, 22)]);
  expect(await figures(a3)).toEqual([arrived(40, 40), underWay(40, 24)]);
  expect(await figures(b.coaches[0]!)).toEqual([arrived(22, 21, 1), underWay(22, 22)]);
  for (const coach of b.coaches.slice(1)) expect(await figures(coach)).toEqual([arrived(22, 22), underWay(22, 22)]);
  for (const direction of ['outbound', 'return'] as const) {
    expect(await expectNobodyLost(organization, a, direction)).toBe(70);
    expect(await expectNobodyLost(organization, b, direction)).toBe(66);
  }

  // Each has followed one of the tours without being loaded again, and shows of the other what the other one does.
  await expectShown(organization, page, a);
  await expectShown(organization, other, b);
  for (const [phone, tour] of [[page, b] as const, [other, a] as const]) {
    await openTrips(phone, tour);
    await expectShown(organization, phone, tour);
  }
  for (const phone of phones) {
    await phone.goto(`/today?day=${DAY}`);
    const timeline = phone.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByRole('listitem').filter({ hasText: 'on board' })).toHaveCount(12);
    await expect(timeline.getByRole('listitem').filter({ hasText: 'Coach B1, outbound' })).toContainText(
      '21 of 21 on board1 not there',
    );
  }
});
