'use strict';
/**
 * `npm run demo`: fills a new organization with a season of believable data, through the API alone, and prints how to
 * sign in. It uses the database that `npm start` would use with the same variables, and runs a service of its own on it
 * for as long as it takes, with a rate limit that is high enough.
 */
const { spawn } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const { stringify } = require('csv-stringify/sync');
const { CREW, CURRENCIES, EXPENSES, STOPS, TOURS, VEHICLES } = require('./demo-season');

const GUESTS = 400;
const GUESTS_PER_EVENT = 90;
/** How many requests are under way at the same time. */
const LANES = 8;
const DAY_MS = 86_400_000;
/** Makes names and figures the same in every run. */
const SEED = 2027;

async function main() {
  const { faker } = await import('@faker-js/faker');
  faker.seed(SEED);
  const service = await startService();
  try {
    const account = await register(service.origin, faker);
    const season = new Season(faker, account.send);
    await season.fill();
    say(`\nA season is in the organization "${account.organization}". Start the service with: npm start`);
    say(`Then sign in with ${account.email} and ${account.password}`);
    say(`or call it with the API key ${account.key}`);
  } finally {
    await service.stop();
  }
}

/** Fills one organization. */
class Season {
  /**
   * @param {import('@faker-js/faker').Faker} faker
   * @param {(method: string, path: string, body?: object | string) => Promise<any>} send
   */
  constructor(faker, send) {
    this.faker = faker;
    this.send = send;
    this.today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  }

  async fill() {
    const guests = await this.importGuests();
    const vehicles = await this.each('Vehicles', VEHICLES, (vehicle) => this.send('POST', '/vehicles', vehicle));
    const tours = await this.each('Tours', TOURS, (tour) => this.addTour(tour));
    const events = await this.each('Events', tours.flatMap(stopsOf), (stop) => this.addEvent(stop));
    const crews = events.flatMap((event) => CREW.map((role) => ({ event, role })));
    await this.each('Crew', crews, ({ event, role }) =>
      this.send('POST', `/events/${event.id}/team`, { name: this.faker.person.fullName(), role, status: 'confirmed' }),
    );
    const costs = events.flatMap((event) => EXPENSES.map((cost) => ({ event, cost })));
    await this.each('Expenses', costs, ({ event, cost }) => this.addExpense(event, cost));
    const invited = (await this.each('Invitations', events, (event) => this.invite(event, guests))).flat();
    await this.each('Answers', invited, (guest) => this.answer(guest));
    const assignments = await this.each('Vehicles on events', events, (event) => this.assign(event, vehicles));
    await this.each('Seats', this.seats(events, invited, assignments), ({ guest, assignment }) =>
      this.send('POST', `/events/${guest.eventId}/guests/${guest.id}/vehicle`, { vehicleAssignmentId: assignment.id }),
    );
    const arrived = invited.filter((guest) => guest.rsvp === 'accepted' && guest.event.startsAt < this.today);
    await this.each('Check-ins', arrived, (guest) =>
      this.send('POST', `/events/${guest.eventId}/guests/${guest.id}/check-in`),
    );
  }

  /** Imports guests as CSV in one request, and reads them back page by page. */
  async importGuests() {
    const { faker } = this;
    const rows = Array.from({ length: GUESTS }, (_, number) => ({
      name: faker.person.fullName(),
      email: `guest-${number + 1}@example.com`,
      company: faker.helpers.maybe(() => faker.company.name(), { probability: 0.3 }) ?? '',
      tags: faker.helpers.arrayElement(['', '', '', 'press', 'sponsor', 'friends']),
      dietary: faker.helpers.arrayElement(['', '', '', '', 'vegetarian', 'vegan', 'no nuts']),
      externalId: `TICKET-${number + 1}`,
    }));
    await this.each('Guests', [stringify(rows, { header: true })], (csv) => this.send('POST', '/guests/import', csv));
    const pages = Array.from({ length: GUESTS / 100 }, (_, page) => `/guests?limit=100&page=${page + 1}`);
    return (await Promise.all(pages.map((path) => this.send('GET', path)))).flatMap(({ data }) => data);
  }

  async addTour({ name, status, firstDay, budget, stops }) {
    const days = [firstDay, firstDay + 3 * (stops.length - 1)];
    const [startDate, endDate] = days.map((day) => this.instant(day, 0).toISOString().slice(0, 10));
    const tour = await this.send('POST', '/tours', { name, status, startDate, endDate, budget, currency: 'EUR' });
    return { ...tour, firstDay, stops };
  }

  async addEvent({ tour, stop, day }) {
    const { city, country, hall, at, zone } = STOPS[stop];
    const startsAt = this.instant(day, 18);
    const event = await this.send('POST', '/events', {
      name: `${city}: ${tour.name}`,
      tourId: tour.id,
      status: startsAt < this.today ? 'completed' : 'confirmed',
      startsAt,
      endsAt: this.instant(day, 21),
      timezone: zone,
      venue: { name: hall, city, country, latitude: at[0], longitude: at[1] },
      capacity: 200,
    });
    return { ...event, startsAt, country };
  }

  addExpense(event, [category, description, least, most]) {
    const currency = CURRENCIES[event.country] ?? 'EUR';
    const amount = this.faker.commerce.price({ min: least, max: most, dec: 2 });
    const incurredAt = new Date(event.startsAt - this.faker.number.int({ min: 0, max: 20 }) * DAY_MS);
    return this.send('POST', `/events/${event.id}/expenses`, { category, description, amount, currency, incurredAt });
  }

  async invite(event, guests) {
    const guestIds = this.faker.helpers.arrayElements(guests, GUESTS_PER_EVENT).map(({ id }) => id);
    const { data } = await this.send('POST', `/events/${event.id}/guests`, { guestIds });
    return data.map((guest) => ({ ...guest, event }));
  }

  async answer(guest) {
    const { faker } = this;
    const rsvp = faker.helpers.weightedArrayElement([
      { value: 'accepted', weight: 6 },
      { value: 'declined', weight: 2 },
      { value: 'tentative', weight: 1 },
      { value: 'pending', weight: 1 },
    ]);
    guest.rsvp = rsvp;
    guest.plusOnes = rsvp === 'accepted' && faker.datatype.boolean({ probability: 0.2 }) ? 1 : 0;
    if (rsvp === 'pending') return;
    await this.send('PATCH', `/events/${guest.eventId}/guests/${guest.id}`, { rsvp, plusOnes: guest.plusOnes });
  }

  async assign(event, vehicles) {
    const [first, second] = this.faker.helpers.arrayElements(vehicles.slice(0, 3), 2);
    const assign = (vehicle) => this.send('POST', `/events/${event.id}/vehicles`, { vehicleId: vehicle.id });
    return [await assign(first), await assign(second)];
  }

  /** Gives seats to guests who have accepted, as long as there are any. */
  seats(events, invited, assignments) {
    return events.flatMap((event, index) => {
      const free = assignments[index].map((assignment) => ({ assignment, seats: assignment.capacity }));
      const accepted = invited.filter((guest) => guest.event === event && guest.rsvp === 'accepted');
      return accepted.flatMap((guest) => {
        const place = free.find(({ seats }) => seats > guest.plusOnes);
        if (place === undefined) return [];
        place.seats -= 1 + guest.plusOnes;
        return [{ guest, assignment: place.assignment }];
      });
    });
  }

  /** Works through items, some at a time, and shows the progress. The results are in the order of the items. */
  async each(title, items, work) {
    const results = new Array(items.length);
    const progress = new Progress(title, items.length);
    let next = 0;
    const lane = async () => {
      while (next < items.length) {
        const index = next++;
        results[index] = await work(items[index]);
        progress.step();
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    progress.end();
    return results;
  }

  /** @param {number} day days from today @param {number} hour of that day, UTC */
  instant(day, hour) {
    return new Date(this.today + day * DAY_MS + hour * 3_600_000);
  }
}

function stopsOf(tour) {
  return tour.stops.map((stop, index) => ({ tour, stop, day: tour.firstDay + 3 * index }));
}

/** A line that counts up; if the output is no terminal, only the last count is printed. */
class Progress {
  constructor(title, total) {
    this.title = title;
    this.total = total;
    this.done = 0;
    this.show();
  }

  step() {
    this.done += 1;
    this.show();
  }

  end() {
    process.stderr.write(`${process.stderr.isTTY ? '\r' : ''}${this.line()}\n`);
  }

  show() {
    if (process.stderr.isTTY) process.stderr.write(`\r${this.line()}`);
  }

  line() {
    return `${this.title.padEnd(20)} ${this.done.toLocaleString('en')} of ${this.total.toLocaleString('en')}`;
  }
}

/** Signs up a new organization, and makes the API key for everything else. */
async function register(origin, faker) {
  const suffix = randomBytes(3).toString('hex');
  const account = {
    organization: `Demonstration ${suffix}`,
    email: `demo-${suffix}@example.com`,
    password: randomBytes(12).toString('base64url'),
  };
  const { organization: organizationName, email, password } = account;
  const name = faker.person.fullName();
  const body = { organizationName, name, email, password, timezone: 'Europe/Vienna', currency: 'EUR' };
  const response = await request(origin, 'POST', '/auth/register', {}, body);
  const cookie = response.headers.getSetCookie()[0].split(';')[0];
  const made = await request(origin, 'POST', '/api-keys', { cookie }, { name: 'Demonstration' });
  const { key } = await made.json();
  const send = async (method, path, content) =>
    (await request(origin, method, path, { authorization: `Bearer ${key}` }, content)).json();
  return { ...account, key, send };
}

/** @throws Error with the service's own message when it refuses the request */
async function request(origin, method, path, headers, body) {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json';
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
    body: typeof body === 'object' ? JSON.stringify(body) : body,
  });
  if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}: ${await response.text()}`);
  return response;
}

/** The service as `npm start` runs it, on a port of its own. */
async function startService() {
  const child = spawn(process.execPath, [join(__dirname, 'start.js')], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', RATE_LIMIT: '1000000', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // In a process group of its own: Ctrl-C reaches only this process, which then ends the service.
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  process.once('SIGINT', () => void stop().then(() => process.exit(130)));
  say('Starting the service');
  const origin = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      // The first start prints the operator's password, only once: none of the output may be lost.
      say(line);
      const listening = /Listening on (http:\/\/\S+)/.exec(line);
      if (listening !== null) resolve(listening[1]);
    });
    void ended.then(() => reject(new Error('The service did not start.')));
  });
  return { origin, stop };
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

main().catch((error) => {
  say(error.message);
  process.exitCode = 1;
});
