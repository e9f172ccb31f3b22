'use strict';
/** What the measured screens show. */
const { call, makeApiKey, signUp } = require('../planner');

const EVENT_GUESTS = 5_000;
const BATCH = 500;
const EVENTS = 10;
const BOARD = { vehicles: 20, guests: 500 };
const DAY_MS = 86_400_000;

/**
 * An organization with ten events to come, one of them with 5,000 guests, and one with 500 in 20 vehicles.
 *
 * @param {string} origin of the product
 */
async function plantSeason(origin) {
  const planner = await signUp(origin, 'dashboard');
  const headers = { authorization: `Bearer ${await makeApiKey(origin, planner)}` };
  const api = (path, body) => call(`${origin}/api${path}`, headers, body);
  const tour = await api('/tours', { name: 'Alpine Spring', budget: '90000.00', currency: 'EUR' });
  const events = [];
  for (let number = 1; number <= EVENTS; number++) {
    const startsAt = new Date(Date.now() + number * DAY_MS).toISOString();
    events.push(await api('/events', { name: `Concert ${number}`, tourId: tour.id, startsAt, status: 'confirmed' }));
    await api(`/events/${events.at(-1).id}/expenses`, { category: 'venue', amount: '1200.00', currency: 'EUR' });
  }
  const guestIds = [];
  for (let first = 0; first < EVENT_GUESTS; first += BATCH) {
    const items = Array.from({ length: BATCH }, (_none, index) => {
      const number = String(first + index).padStart(4, '0');
      return { externalId: number, name: `Guest ${number}` };
    });
    const { results } = await api('/guests/batch', { items });
    guestIds.push(...results.map(({ id }) => id));
    const answers = results.map(({ id }, index) => ({ guestId: id, rsvp: index % 2 === 0 ? 'accepted' : 'declined' }));
    await api(`/events/${events[0].id}/guests/batch`, { items: answers });
  }
  await plantBoard(api, events[1].id, guestIds.slice(0, BOARD.guests));
  // So that each screen has a record; nothing is ever delivered to it.
  await api('/webhooks', { url: 'https://127.0.0.1:9/hooks', eventTypes: ['vehicle.deleted'] });
  await api('/notifications/email', { to: ['guest@bench.example'], subject: 'Hello', body: 'Hello.' });
  const rename = async () => {
    const response = await fetch(`${origin}/api/guests/${guestIds[0]}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Aaron Renamed' }),
    });
    if (!response.ok) throw new Error(`The guest can't be renamed: ${await response.text()}`);
  };
  const renamed = { from: 'Guest 0000', to: 'Aaron Renamed' };
  return {
    email: 'dashboard@bench.example',
    password: 'a password for the bench',
    eventId: events[0].id,
    boardEventId: events[1].id,
    renamed,
    rename,
  };
}

/** Seats the guests in vehicles that they fill by three quarters. */
async function plantBoard(api, eventId, guestIds) {
  const perVehicle = guestIds.length / BOARD.vehicles;
  for (let number = 0; number < BOARD.vehicles; number++) {
    const vehicle = await api('/vehicles', { name: `Coach ${number + 1}`, capacity: Math.ceil((perVehicle * 4) / 3) });
    const { id } = await api(`/events/${eventId}/vehicles`, { vehicleId: vehicle.id });
    const items = guestIds
      .slice(number * perVehicle, (number + 1) * perVehicle)
      .map((guestId) => ({ guestId, rsvp: 'accepted', vehicleAssignmentId: id }));
    await api(`/events/${eventId}/guests/batch`, { items });
  }
}

module.exports = { BOARD, EVENT_GUESTS, plantSeason };
