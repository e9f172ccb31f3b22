'use strict';
/** The requests that the product and its peers get. */
const { eventId, expenseId } = require('../names');
const settings = require('../settings');

/**
 * @typedef {object} Dialect how a server is asked, and how its responses are read
 * @property {string} name
 * @property {string} title
 * @property {(id: string) => string} one the path of an expense
 * @property {(eventId: string) => string} list the path of an event's first ten, by time, with their total
 * @property {(response: any) => object} readOne
 * @property {(response: any) => { data: object[], total: number }} readList
 *
 * @typedef {Dialect & { origin: string, tokenOf: (subject: Subject) => string }} Server
 * @typedef {{ organization: number, id: string }} Subject what is asked for
 *
 * @typedef {object} Workload
 * @property {string} name
 * @property {string} title
 * @property {() => Subject} subject a random one
 * @property {(server: Server, subject: Subject) => string} path
 * @property {(server: Server, response: any) => unknown} read gives the part of a response that must be the same
 */

/** A number from 1 to `most`. */
const random = (most) => 1 + Math.floor(Math.random() * most);

/** @type {Workload[]} */
const workloads = [
  {
    name: 'one',
    title: 'One expense',
    subject: () => subject(expenseId, settings.expensesPerOrganization),
    path: (server, { id }) => server.one(id),
    read: (server, response) => comparable(server.readOne(response)),
  },
  {
    name: 'list',
    title: "An event's expenses",
    subject: () => subject(eventId, settings.eventsPerOrganization),
    path: (server, { id }) => server.list(id),
    read(server, response) {
      const { data, total } = server.readList(response);
      return { data: data.map(comparable), total };
    },
  },
];

function subject(idOf, each) {
  const organization = random(settings.organizations);
  return { organization, id: idOf(organization, random(each)) };
}

/** The fields of an expense that all servers have, in one format of times and amounts. */
function comparable({ id, eventId: event, category, amount, currency, incurredAt, description }) {
  const incurred = new Date(incurredAt).getTime();
  return { id, event, category, amount: Number(amount), currency, incurred, description };
}

module.exports = { workloads };
