'use strict';
/**
 * `npm run bench:batches`: the time of one request for 500 guests with answers and seats, as a share of the time of 500
 * single requests, which only put these guests on an event.
 */
const { ensureBuilt } = require('../scripts/start');
const { runCommand } = require('./cleanup');
const { say, step } = require('./console');
const { median } = require('./load');
const { call, makeApiKey, signUp } = require('./planner');
const settings = require('./settings');

const GOAL = 1 / 5;
const ITEMS = 500;
const SEATS = 1_000;

async function main() {
  await ensureBuilt();
  // The parts below load what was just built.
  const { openDatabase, temporaryFolder } = require('./database');
  const { startProduct } = require('./servers');
  const folder = await temporaryFolder();
  const database = await openDatabase(settings.databaseUrl, folder);
  const product = await step('Starting the product', () => startProduct(database, folder));
  try {
    const planner = await signUp(product.origin, 'batches');
    const headers = { authorization: `Bearer ${await makeApiKey(product.origin, planner)}` };
    const api = (path, body) => call(`${product.origin}/api${path}`, headers, body);
    const guests = await makeGuests(api);
    await measureRound(api, guests);
    const rounds = [];
    for (let round = 0; round < settings.rounds; round++) rounds.push(await measureRound(api, guests));
    const ratio = median(rounds);
    say(`A batch takes ${(ratio * 100).toFixed(1)} % of ${ITEMS} single requests; the goal is ${GOAL * 100} %.`);
    process.exitCode = ratio <= GOAL ? 0 : 1;
  } finally {
    await product.stop();
  }
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

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

void runCommand(main);
