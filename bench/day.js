'use strict';
/**
 * `npm run bench:day`: the day itself and what leads to it. An event of 5,000 guests with 100 vehicles and 200 trips: its
 * trips, the passengers of one, boarding against a check-in, 100 who board at once, how soon a boarding is on another open
 * screen, and the preview of a change. Then a feed of 1,000 events, and the conflicts of 10,000. CHROMIUM names another
 * browser than Debian's.
 */
const { open, signedIn } = require('./browser/measure');
const { later } = require('./cleanup');
const { say, step } = require('./console');
const { addGuests, api, get, makeGuests, patch, timed } = require('./crowd');
const { median } = require('./load');
const { newCaller, runOnProduct } = require('./on-product');
const { call, post } = require('./planner');
const settings = require('./settings');

const GUESTS = Math.round(5_000 * settings.scale);
const VEHICLES = Math.max(2, Math.round(100 * settings.scale));
const FEED_EVENTS = Math.round(1_000 * settings.scale);
const EVENTS = Math.round(10_000 * settings.scale);
const TURNS = 40;
const AT_ONCE = 100;
/** Who board while other screens are open. */
const SEEN = 20;
/** Requests under way while something is made that has no batch. */
const LANES = 16;
const DAY_MS = 86_400_000;
const START = Date.UTC(2027, 4, 1, 17);
const GOALS = {
  tripsMs: 50,
  passengersMs: 30,
  boarding: 1.3,
  rushMs: 1_000,
  liveMs: 2_000,
  previewMs: 500,
  feedMs: 300,
  feedKnownMs: 5,
  conflictsMs: 1_000,
};

async function main({ origin, query }) {
  const { headers, cookie } = await newCaller(origin, 'day');
  const bench = { origin, headers, cookie };
  const event = await step('Making an event with guests, vehicles and trips', () => makeDay(bench));
  await query('VACUUM ANALYZE event_guests');
  const reached = [
    await measureTrips(bench, event),
    await measureLive(bench, event),
    await measureBoarding(bench, event),
    await measureRush(bench, event),
    await measurePreview(bench, event),
    await measureFeed(bench),
    await measureConflicts(bench),
  ];
  return reached.every(Boolean);
}

async function makeDay(bench) {
  const guestIds = await makeGuests(bench, GUESTS);
  const at = (hours) => new Date(START + hours * 3_600_000).toISOString();
  const { id } = await api(bench, '/events', { name: 'The day', status: 'confirmed', startsAt: at(0), endsAt: at(4) });
  const assignments = [];
  const trips = [];
  for (let index = 0; index < VEHICLES; index++) {
    const vehicle = await api(bench, '/vehicles', { name: `Coach ${index}`, capacity: 200 });
    const { id: vehicleAssignmentId } = await api(bench, `/events/${id}/vehicles`, { vehicleId: vehicle.id });
    assignments.push(vehicleAssignmentId);
    for (const [direction, departsAt] of [
      ['outbound', at(-2)],
      ['return', at(5)],
    ])
      trips.push(await api(bench, `/events/${id}/trips`, { vehicleAssignmentId, departsAt, direction }));
  }
  const items = guestIds.map((guestId, index) => ({
    guestId,
    rsvp: 'accepted',
    // The first coach is the one that many board at once.
    vehicleAssignmentId: assignments[index < 2 * AT_ONCE ? 0 : index % VEHICLES],
  }));
  const eventGuestIds = await addGuests(bench, id, items);
  return { id, eventGuestIds, tripId: trips[0].id, liveTripId: trips[1].id };
}

async function medianOf(read) {
  const times = [];
  await read();
  for (let turn = 0; turn < TURNS; turn++) times.push(await timed(read));
  return median(times);
}

async function measureTrips(bench, { id, tripId }) {
  const read = (path) => medianOf(async () => (await get(bench, path)).arrayBuffer());
  const list = await read(`/api/events/${id}/trips?limit=100`);
  const passengers = await read(`/api/trips/${tripId}/passengers?limit=100`);
  say(`100 of ${2 * VEHICLES} trips with their figures take ${list.toFixed(1)} ms; the goal is ${GOALS.tripsMs} ms.`);
  say(`100 passengers of one take ${passengers.toFixed(1)} ms; the goal is ${GOALS.passengersMs} ms.`);
  return list <= GOALS.tripsMs && passengers <= GOALS.passengersMs;
}

const board = (bench, { tripId }, eventGuestId) =>
  patch(bench, `/trips/${tripId}/passengers/${eventGuestId}`, { status: 'boarded' });

async function measureBoarding(bench, event) {
  const boarding = [];
  const checkIns = [];
  const guests = event.eventGuestIds.slice(AT_ONCE, 2 * AT_ONCE);
  for (const guest of guests) {
    boarding.push(await timed(() => board(bench, event, guest)));
    checkIns.push(
      await timed(() => post(`${bench.origin}/api/events/${event.id}/guests/${guest}/check-in`, bench.headers, {})),
    );
  }
  const ratio = median(boarding) / median(checkIns);
  say(
    `Boarding takes ${median(boarding).toFixed(1)} ms, ${ratio.toFixed(2)} of a check-in; the goal is ${GOALS.boarding}.`,
  );
  return ratio <= GOALS.boarding;
}

async function measureRush(bench, event) {
  const guests = event.eventGuestIds.slice(0, AT_ONCE);
  const times = await Promise.all(guests.map((guest) => timed(() => board(bench, event, guest))));
  const { passengers } = await (await get(bench, `/api/trips/${event.tripId}`)).json();
  const p99 = times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1];
  say(
    `${AT_ONCE} who board one trip at once: ${passengers.boarded - AT_ONCE} more on board, 99th percentile ` +
      `${p99.toFixed(0)} ms; the goal is ${GOALS.rushMs} ms.`,
  );
  return passengers.boarded === 2 * AT_ONCE && p99 <= GOALS.rushMs;
}

/** From the press in one browser to the picture of another one, on which the trips of the event and Today are open. */
async function measureLive({ origin }, { id, liveTripId }) {
  const browser = await open();
  later(() => browser.close());
  const account = { email: 'day@bench.example', password: 'a password for the bench' };
  const pageAt = async (path) => {
    const page = await (await signedIn(browser, origin, account)).newPage();
    await page.goto(`${origin}${path}`);
    return page;
  };
  const dispatcher = await pageAt(`/events/${id}?tab=trips&form=passengers&trip=${liveTripId}`);
  const trips = await pageAt(`/events/${id}?tab=trips`);
  const today = await pageAt(`/today?day=${new Date(START).toISOString().slice(0, 10)}`);
  const shown = {
    Trips: trips.getByRole('region', { name: /^Coach 0, return/ }),
    Today: today.getByRole('listitem').filter({ hasText: 'Coach 0, return' }),
  };
  const waiting = dispatcher.locator('.passenger[aria-pressed=false]');
  for (const screen of [...Object.values(shown), waiting.first()]) await screen.waitFor();
  const times = { Trips: [], Today: [] };
  for (let boarded = 1; boarded <= SEEN; boarded++) {
    const pressedAt = performance.now();
    await waiting.first().click();
    const seen = Object.entries(shown).map(async ([name, screen]) => {
      await screen.getByText(new RegExp(`^${boarded} of `)).waitFor();
      times[name].push(performance.now() - pressedAt);
    });
    await Promise.all(seen);
  }
  await browser.close();
  for (const [name, all] of Object.entries(times))
    say(
      `A boarding is on another open screen (${name}) in ${median(all).toFixed(0)} ms, ${Math.max(...all).toFixed(0)} ms at ` +
        `most of ${SEEN}; the goal is ${GOALS.liveMs} ms.`,
    );
  return Math.max(...times.Trips, ...times.Today) <= GOALS.liveMs;
}

async function measurePreview(bench, { id }) {
  const body = {
    startsAt: new Date(START + DAY_MS).toISOString(),
    endsAt: new Date(START + 1.2 * DAY_MS).toISOString(),
  };
  const path = `/events/${id}/preview`;
  const ms = await medianOf(() => api(bench, path, { ...body, moveTrips: true }));
  say(`The preview of another day for it takes ${ms.toFixed(1)} ms; the goal is ${GOALS.previewMs} ms.`);
  return ms <= GOALS.previewMs;
}

/** One event a day, of which every third has no end. */
async function makeEvents(bench, count) {
  let made = 0;
  const lane = async () => {
    while (made < count) {
      const startsAt = START + (made++ % 365) * DAY_MS;
      await api(bench, '/events', {
        name: `Stop ${made}`,
        status: 'confirmed',
        startsAt: new Date(startsAt).toISOString(),
        ...(made % 3 > 0 && { endsAt: new Date(startsAt + DAY_MS / 8).toISOString() }),
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function measureFeed(bench) {
  await step('Making events', () => makeEvents(bench, FEED_EVENTS));
  const { url } = await call(`${bench.origin}/api/calendar-feeds`, { cookie: bench.cookie }, { kind: 'organization' });
  const path = new URL(url).pathname;
  const whole = await medianOf(async () => (await get({ ...bench, headers: {} }, path)).arrayBuffer());
  const etag = (await fetch(`${bench.origin}${path}`)).headers.get('etag');
  const known = await medianOf(async () => {
    const { status } = await fetch(`${bench.origin}${path}`, { headers: { 'if-none-match': etag } });
    if (status !== 304) throw new Error(`The feed responded with ${status}.`);
  });
  say(
    `A feed of ${FEED_EVENTS} events takes ${whole.toFixed(1)} ms, and 304 ${known.toFixed(1)} ms; the goals are ` +
      `${GOALS.feedMs} and ${GOALS.feedKnownMs} ms.`,
  );
  return whole <= GOALS.feedMs && known <= GOALS.feedKnownMs;
}

async function measureConflicts(bench) {
  await step('Making more events', () => makeEvents(bench, EVENTS - FEED_EVENTS));
  const ms = await medianOf(async () => (await get(bench, '/api/conflicts?limit=100')).arrayBuffer());
  say(`The conflicts of ${EVENTS} events take ${ms.toFixed(1)} ms; the goal is ${GOALS.conflictsMs} ms.`);
  return ms <= GOALS.conflictsMs;
}

void runOnProduct(main);
