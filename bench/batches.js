'use strict';
/**
 * `npm run bench:batches`: the time of one request for 500 guests with answers and seats, as a share of the time of 500
 * single requests, which only put these guests on an event.
 */
const { say } = require('./console');
const { timed } = require('./crowd');
const { median } = require('./load');
const { newCaller, runOnProduct } = require('./on-product');
const { call } = require('./planner');
const settings = require('./settings');

const GOAL = 1 / 5;
const ITEMS = 500;
const SEATS = 1_000;

async function main({ origin }) {
  const { headers } = await newCaller(origin, 'batches');
  const api = (path, body) => call(`${origin}/api${path}`, headers, body);
  const guests = await makeGuests(api);
  await measureRound(api, guests);
  const rounds = [];
  for (let round = 0; round < settings.rounds; round++) rounds.push(await measureRound(api, guests));
  const ratio = median(rounds);
  say(`A batch takes ${(ratio * 100).toFixed(1)} % of ${ITEMS} single requests; the goal is ${GOAL * 100} %.`);
  return ratio <= GOAL;
}

async function makeGuests(api) {
  const items = Array.from({ length: ITEMS }, (_none, index) => ({ externalId: `${index}`, name: `Guest ${index}` }));
  const { results } = await api('/guests/batch', { items });
  return results.map(({ id }) => id);
}

/** @returns {Promise<number>} the batch's time as a share of the single requests' */
async function measureRound(api, guests) {
  const [single, together] = [await newEvent(api), await newEvent(api)];
  const singleMs = await timed(async () => {
    for (const guestId of guests) await api(`/events/${single.eventId}/guests`, { guestId });
  });
  const { eventId, vehicleAssignmentId } = together;
  const items = guests.map((guestId) => ({ guestId, rsvp: 'accepted', vehicleAssignmentId }));
  const batchMs = await timed(async () => {
    const { created } = await api(`/events/${eventId}/guests/batch`, { items });
    if (created !== ITEMS) throw new Error(`The batch added ${created} guests.`);
  });
  say(`  ${ITEMS} single requests ${singleMs.toFixed(0)} ms, one batch ${batchMs.toFixed(0)} ms`);
  return batchMs / singleMs;
}

async function newEvent(api) {
  const { id: eventId } = await api('/events', { name: 'An event', capacity: SEATS });
  const { id: vehicleId } = await api('/vehicles', { name: 'A train', capacity: SEATS });
  const { id } = await api(`/events/${eventId}/vehicles`, { vehicleId });
  return { eventId, vehicleAssignmentId: id };
}

void runOnProduct(main);
