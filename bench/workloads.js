'use strict';
/** The requests under load, and checks that all servers respond alike. */
const assert = require('node:assert/strict');
const settings = require('./settings');
const { apiKey, eventId, expenseId } = require('./names');

/** A number from 1 to `most`. */
const random = (most) => 1 + Math.floor(Math.random() * most);
const keys = Array.from({ length: settings.organizations + 1 }, (_, organization) => apiKey(organization));
const authorized = (organization) => ({ authorization: `Bearer ${keys[organization]}` });

const CREATED = { category: 'transport', amount: '249.90', description: 'Coach from Vienna to Salzburg' };

/**
 * @typedef {object} Workload
 * @property {string} name
 * @property {string} title
 * @property {() => import('./load').Request} request a random one
 * @property {string[]} servers the servers that it is measured on
 * @property {(responses: any[]) => void} requireSame throws when the servers' responses differ
 */

/** @type {Workload[]} */
const workloads = [
  {
    name: 'one',
    title: 'GET /api/expenses/{id}',
    servers: ['base', 'limit', 'express', 'product'],
    request() {
      const organization = random(settings.organizations);
      const id = expenseId(organization, random(settings.expensesPerOrganization));
      return { method: 'GET', path: `/api/expenses/${id}`, headers: authorized(organization) };
    },
    requireSame,
  },
  {
    name: 'list',
    title: 'GET /api/events/{id}/expenses?limit=10',
    servers: ['base', 'limit', 'express', 'product'],
    request() {
      const organization = random(settings.organizations);
      const id = eventId(organization, random(settings.eventsPerOrganization));
      return { method: 'GET', path: `/api/events/${id}/expenses?limit=10`, headers: authorized(organization) };
    },
    /** The product's alone: where to ask from for what changes later. */
    requireSame: (responses) =>
      requireSame(responses.map((response) => ({ ...response, nextUpdatedSince: undefined }))),
  },
  {
    name: 'create',
    title: 'POST /api/events/{id}/expenses',
    servers: ['base', 'limit', 'product'],
    request() {
      const organization = random(settings.organizations);
      const id = eventId(organization, random(settings.eventsPerOrganization));
      const headers = { ...authorized(organization), 'content-type': 'application/json' };
      return { method: 'POST', path: `/api/events/${id}/expenses`, headers, body: JSON.stringify(CREATED) };
    },
    /** Ids and times differ between servers. */
    requireSame: (responses) => requireSame(responses.map((response) => ({ ...response, ...OWN }))),
  },
];

const OWN = { id: 'own', incurredAt: 'own', createdAt: 'own', updatedAt: 'own' };
const SAMPLES = 20;

function requireSame(responses) {
  for (const response of responses.slice(1)) assert.deepEqual(response, responses[0]);
}

/**
 * Sends every server the same requests and compares the responses: measuring different work would be meaningless.
 *
 * @param {Workload} workload
 * @param {{ name: string, origin: string }[]} servers
 */
async function requireSameResponses({ title, request, requireSame: compare }, servers) {
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { method, path, headers, body } = request();
    const responses = [];
    for (const { name, origin } of servers) {
      const response = await fetch(origin + path, { method, headers, body });
      const text = await response.text();
      if (!response.ok) throw new Error(`${name} responded to ${title} with ${response.status}: ${text}`);
      responses.push(JSON.parse(text));
    }
    compare(responses);
  }
}

module.exports = { workloads, requireSameResponses };
