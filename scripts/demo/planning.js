'use strict';
const { progressOf } = require('./progress');
const { CREW, CURRENCIES, EXPENSES, EXTRAS, SHORT_OF_SEATS, STOPS, TOURS, VEHICLES } = require('./season');

const GUESTS = 400;
const GUESTS_PER_EVENT = 90;
const FAMILIES = ['Ahlgren', 'Bianchi', 'Castellanos'];
const QUESTIONS = [
  { label: 'Which starter would you like?', kind: 'choice', options: ['Soup', 'Salad', 'Carpaccio'], required: true },
  { label: 'Do you come by train?', kind: 'yes_no' },
];
/** How many wait for a place. */
const WAITING = 5;
/** How many requests are under way at the same time. */
const LANES = 6;
/** How many are on board already of the trip that is under way. */
const BOARDED = 12;
const DAY_MS = 86_400_000;

/**
 * Fills an organization with tours, events, guests, seats and costs. What goes by batches takes one request an event.
 * Chance decides before a method waits for the first time: then it decides the same in every run, however quick responses are.
 */
class Planning {
  /**
   * @param {import('@faker-js/faker').Faker} faker
   * @param {import('./company').Company} company whose key plans, and whose colleague staffs
   */
  constructor(faker, company) {
    this.faker = faker;
    this.company = company;
    this.te = company.te;
    this.today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  }

  async fill() {
    const { te } = this;
    const guests = await progressOf('Guests', () => this.addGuests());
    const vehicles = await progressOf('Vehicles', () => each(VEHICLES, (vehicle) => te.vehicles.create(vehicle)));
    const tours = await progressOf('Tours', () => each(TOURS, (tour) => this.addTour(tour)));
    this.events = await progressOf('Events', () => each(tours.flatMap(stopsOf), (stop) => this.addEvent(stop)));
    await progressOf('Crew', () => each(this.events, (event) => this.addCrew(event)));
    await progressOf('Expenses', () => each(this.events, (event) => this.addExpenses(event)));
    await progressOf('Answers and seats', () => each(this.events, (event) => this.invite(event, guests, vehicles)));
    const ahead = this.events.filter(({ isOver }) => !isOver);
    await progressOf('Trips', () => each(ahead, (event) => this.addTrips(event)));
    await progressOf('Conflicts', () => each(EXTRAS, (extra) => this.addExtra(extra)));
    const [, later] = ahead;
    await progressOf('Groups and questions', () => this.crowd(later));
    await te.tours.update(tours[1].id, { notes: 'Two buses from Vienna, the trucks one day ahead.' });
  }

  /** @returns {Promise<string[]>} their ids */
  async addGuests() {
    const { faker } = this;
    const items = Array.from({ length: GUESTS }, (_none, number) => ({
      name: faker.person.fullName(),
      email: `guest-${number + 1}@example.com`,
      company: faker.helpers.maybe(() => faker.company.name(), { probability: 0.3 }) ?? null,
      tags: faker.helpers.arrayElement([[], [], [], ['press'], ['sponsor'], ['friends']]),
      dietary: faker.helpers.arrayElement([null, null, null, null, 'vegetarian', 'vegan', 'no nuts']),
      externalId: `TICKET-${number + 1}`,
    }));
    const { results } = await this.te.guests.batch({ items });
    return results.map(({ id }) => id);
  }

  async addTour({ name, status, firstDay, budget, stops }) {
    const days = [firstDay, firstDay + 3 * (stops.length - 1)];
    const [startDate, endDate] = days.map((day) => this.instant(day, 0).toISOString().slice(0, 10));
    const tour = await this.te.tours.create({ name, status, startDate, endDate, budget, currency: 'EUR' });
    return { ...tour, firstDay, stops };
  }

  async addEvent({ tour, stop, day }) {
    const { city, country, hall, at, zone } = STOPS[stop];
    const startsAt = this.instant(day, 18);
    const event = await this.te.events.create({
      name: `${city}: ${tour.name}`,
      tourId: tour.id,
      status: startsAt < this.today ? 'completed' : 'confirmed',
      startsAt: startsAt.toISOString(),
      endsAt: this.instant(day, 21).toISOString(),
      timezone: zone,
      venue: { name: hall, city, country, latitude: at[0], longitude: at[1] },
      capacity: 200,
    });
    return { ...event, stop, day, country, isOver: startsAt < this.today };
  }

  /** By the colleague: a caller has 100 requests a minute, and so the audit log shows who did what. */
  async addCrew(event) {
    const { colleague } = this.company;
    const crew = CREW.map((role) => ({
      name: this.faker.person.fullName(),
      role,
      status: event.isOver ? 'confirmed' : this.faker.helpers.arrayElement(['assigned', 'confirmed']),
    }));
    await colleague.client.events.team.add(event.id, { userId: colleague.userId, role: 'Tour manager' });
    for (const member of crew) {
      const { id } = await colleague.client.events.team.add(event.id, member);
      if (member.role === 'Driver') event.driverId = id;
    }
  }

  async addExpenses(event) {
    const currency = CURRENCIES[event.country] ?? 'EUR';
    const items = EXPENSES.map(([category, description, min, max], index) => ({
      category,
      description,
      currency,
      amount: this.faker.commerce.price({ min, max, dec: 2 }),
      incurredAt: this.instant(event.day - this.faker.number.int({ min: 0, max: 20 }), 12).toISOString(),
      externalId: `${event.id}-${index + 1}`,
    }));
    await this.te.events.expenses.batch(event.id, { items });
  }

  /** Puts guests on an event with their answers, seats and check-ins: one request. */
  async invite(event, guestIds, vehicles) {
    const { faker } = this;
    const two = faker.helpers.arrayElements(vehicles.slice(0, 3), 2);
    const chosen = event.stop === SHORT_OF_SEATS ? vehicles.slice(0, 1) : two;
    const answers = faker.helpers.arrayElements(guestIds, GUESTS_PER_EVENT).map((guestId) => {
      const rsvp = faker.helpers.weightedArrayElement([
        { value: 'accepted', weight: 6 },
        { value: 'declined', weight: 2 },
        { value: 'tentative', weight: 1 },
        { value: 'pending', weight: 1 },
      ]);
      if (rsvp !== 'accepted') return { guestId, rsvp };
      const plusOnes = faker.datatype.boolean({ probability: 0.2 }) ? 1 : 0;
      const checkedIn = event.isOver && faker.datatype.boolean({ probability: 0.9 });
      return { guestId, rsvp, plusOnes, checkedIn };
    });
    const coaches = await each(chosen, async ({ id }) => {
      const assignment = await this.te.events.vehicles.create(event.id, { vehicleId: id });
      return { id: assignment.id, free: assignment.capacity };
    });
    const items = answers.map((answer) => {
      if (answer.rsvp !== 'accepted') return answer;
      const coach = coaches.find(({ free }) => free > answer.plusOnes);
      if (coach !== undefined) coach.free -= 1 + answer.plusOnes;
      return { ...answer, vehicleAssignmentId: coach?.id };
    });
    await this.te.events.guests.batch(event.id, { items });
    event.coachId = coaches[0].id;
  }

  /** The way there; of today also the way back, and the first ones are on board. By the colleague, as the crew. */
  async addTrips(event) {
    const { client } = this.company.colleague;
    const trip = (direction, from, to, stops) =>
      client.events.trips.create(event.id, {
        vehicleAssignmentId: event.coachId,
        driverTeamMemberId: event.driverId,
        direction,
        departsAt: this.instant(event.day, from).toISOString(),
        arrivesAt: this.instant(event.day, to).toISOString(),
        stops: stops.map(([name, hour]) => ({ name, departsAt: this.instant(event.day, hour).toISOString() })),
      });
    const stops = [
      ['Hotel', 16],
      ['Main station', 16.5],
    ];
    const there = await trip('outbound', 16, 17, stops);
    if (event.day !== 0) return;
    await trip('return', 21.5, 22.5, [['Stage door', 21.5]]);
    const { data } = await client.trips.passengers.list(there.id, { limit: BOARDED });
    for (const { eventGuestId } of data) {
      await this.company.planner.trips.passengers.update(there.id, eventGuestId, { status: 'boarded' });
    }
  }

  /** An event that does not go with another one, or with its tour. */
  async addExtra({ stop, name, daysAfter, from, to }) {
    const { client, userId } = this.company.colleague;
    const { tourId, day, timezone } = this.events.find((event) => event.stop === stop);
    const event = await client.events.create({
      name: `${STOPS[stop].city}: ${name}`,
      tourId,
      status: 'confirmed',
      startsAt: this.instant(day + daysAfter, from).toISOString(),
      endsAt: this.instant(day + daysAfter, to).toISOString(),
      timezone,
    });
    await client.events.team.add(event.id, { userId, role: 'Tour manager' });
  }

  /** Families come together, all are asked something, and more want to come than fit. */
  async crowd(event) {
    const { faker, te } = this;
    const companions = FAMILIES.map((family) => ({
      name: `${faker.person.firstName()} ${family}`,
      dietary: 'no nuts',
    }));
    const { questions } = await te.events.update(event.id, {
      questions: QUESTIONS,
      rsvpDeadline: this.instant(event.day - 3, 16).toISOString(),
      waitlist: 'manual',
    });
    const accepted = await te.events.guests.list(event.id, { rsvp: ['accepted'], limit: 100 });
    const undecided = await te.events.guests.list(event.id, { rsvp: ['pending', 'tentative'], limit: WAITING });
    // First those who bring somebody: each is half of a family, and has their seats already.
    const people = [...accepted.data].sort((a, b) => b.plusOnes - a.plusOnes);
    const items = people.map(({ guestId, plusOnes }, index) => {
      const answers = Object.fromEntries(
        questions.map(({ id, options }) => [id, options[index % options.length] ?? index % 3 === 0]),
      );
      const family = index % FAMILIES.length;
      if (index >= 2 * FAMILIES.length) return { guestId, answers };
      const party = `Family ${FAMILIES[family]}`;
      return { guestId, answers, party, ...(plusOnes > 0 && index === family && { companions: [companions[family]] }) };
    });
    await te.events.guests.batch(event.id, { items });
    const summary = await te.events.getSummary(event.id);
    await te.events.update(event.id, { capacity: summary.people });
    for (const { id } of undecided.data) await te.events.waitlist.add(event.id, { eventGuestId: id });
  }

  /** @param {number} day days from today @param {number} hour of that day, UTC */
  instant(day, hour) {
    return new Date(this.today + day * DAY_MS + hour * 3_600_000);
  }
}

function stopsOf(tour) {
  return tour.stops.map((stop, index) => ({ tour, stop, day: tour.firstDay + 3 * index }));
}

/** Works through items, some at a time. The results are in the order of the items. */
async function each(items, work) {
  const results = new Array(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}

module.exports = { Planning };
