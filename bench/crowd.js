'use strict';
/** Crowds of guests and events on the product, and how long single requests take. */
const { call } = require('./planner');

/** As many as a batch takes. */
const BATCH = 500;

/**
 * @typedef {object} Bench
 * @property {string} origin of the product
 * @property {Record<string, string>} headers of a key
 */

/** Posts below `/api`. */
const api = ({ origin, headers }, path, body) => call(`${origin}/api${path}`, headers, body);

/** Reads; @returns {Promise<Response>} a successful one */
async function get({ origin, headers }, path, more = {}) {
  const response = await fetch(`${origin}${path}`, { headers: { ...headers, ...more } });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
  return response;
}

/** Changes below `/api`. */
async function patch({ origin, headers }, path, body) {
  const response = await fetch(`${origin}/api${path}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
}

/** @returns {Promise<string[]>} their ids */
async function makeGuests(bench, count) {
  const ids = [];
  for (let first = 0; first < count; first += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, count - first) }, (_none, index) => ({
      externalId: `${first + index}`,
      name: `Guest ${first + index}`,
      dietary: ['Vegan', 'No nuts', null, null][index % 4],
    }));
    const { results } = await api(bench, '/guests/batch', { items });
    ids.push(...results.map(({ id }) => id));
  }
  return ids;
}

/** An event with guests, by the items of a batch. @returns {Promise<{ id: string }>} */
async function makeEvent(bench, fields, items) {
  const { id } = await api(bench, '/events', { name: 'Crowded', ...fields });
  await addGuests(bench, id, items);
  return { id };
}

/** @returns {Promise<string[]>} ids of the event's guests */
async function addGuests(bench, eventId, items) {
  const ids = [];
  for (let first = 0; first < items.length; first += BATCH) {
    const batch = { items: items.slice(first, first + BATCH) };
    const { results } = await api(bench, `/events/${eventId}/guests/batch`, batch);
    ids.push(...results.map(({ id }) => id));
  }
  return ids;
}

/** Milliseconds. */
async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

module.exports = { addGuests, api, BATCH, get, makeEvent, makeGuests, patch, timed };
