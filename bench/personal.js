'use strict';
/**
 * `npm run bench:personal`: what keys for people cost. A page of the audit log whose values are encrypted under a key per
 * guest, against the same page of the same records with readable values; and the creation of a guest, which makes a key
 * and encrypts, against that of a vehicle, which has as many fields and is about nobody.
 */
const assert = require('node:assert/strict');
const { Client } = require('pg');
const { say, step } = require('./console');
const { measureInRounds, median } = require('./load');
const { newCaller, runOnProduct } = require('./on-product');
const { call } = require('./planner');

const MAX_RATIO = 1.5;
const GUESTS = 500;
const PER_PAGE = 100;

async function main({ origin, databaseUrl }) {
  const encrypted = await newCaller(origin, 'encrypted');
  const plain = await newCaller(origin, 'plain');
  await step(`Making ${GUESTS} guests`, () => makeGuests(origin, encrypted));
  await step('Copying their records as readable ones', () => copyReadable(databaseUrl, origin, encrypted, plain));
  const pages = await measurePages(origin, encrypted, plain);
  const creates = await measureCreates(origin, encrypted);
  say(
    `A page of ${PER_PAGE} encrypted records takes ${pages.toFixed(2)} of one of readable records; at most ${MAX_RATIO}.`,
  );
  say(`Creating a guest takes ${creates.toFixed(2)} of creating a vehicle.`);
  return pages <= MAX_RATIO;
}

const guest = (index) => ({
  name: `Guest Number ${index}`,
  email: `guest-${index}@bench.example`,
  phone: `+4366${10_000_000 + index}`,
  company: `Company ${index % 50}`,
  tags: ['vip', 'press'],
  dietary: 'Vegetarian, no nuts',
  notes: 'Prefers to sit in front.',
  externalId: `crm-${index}`,
});

async function makeGuests(origin, { headers }) {
  const items = Array.from({ length: GUESTS }, (_none, index) => guest(index));
  const { created } = await call(`${origin}/api/guests/batch`, headers, { items });
  assert.equal(created, GUESTS);
}

/** Gives another organization the same guests and the records of their creation, with readable values. */
async function copyReadable(databaseUrl, origin, from, to) {
  const readable = [];
  for (let page = 1; page <= GUESTS / PER_PAGE; page++) readable.push(...(await readPage(origin, from, page)));
  const client = new Client({ connectionString: databaseUrl, options: '-c app.unscoped=bench' });
  await client.connect();
  try {
    await copyRows(client, 'guests', from, to, { external_id: 'NULL' });
    const changes = JSON.stringify(readable.map((record) => ({ id: record.id, changes: record.changes })));
    await copyRows(
      client,
      'audit_records',
      from,
      to,
      {
        id: `('1' || substr(copied.id::text, 2))::uuid`,
        personal_of: 'NULL',
        personal: 'NULL',
        changes: 'given.changes',
      },
      `JOIN json_to_recordset($3::json) AS given (id uuid, changes json) ON given.id = copied.id
       WHERE copied.action = 'guest.created'`,
      [changes],
    );
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
  for (let page = 1; page <= GUESTS / PER_PAGE; page++) {
    const without = (record) => ({ ...record, id: null, etag: null });
    const [one, other] = [await readPage(origin, from, page), await readPage(origin, to, page)];
    assert.deepEqual(other.map(without), one.map(without), 'Both pages must show the same.');
  }
}

async function copyRows(client, table, from, to, replaced, rest = '', values = []) {
  const { rows } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND column_name <> 'organization_id'`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const selected = names.map((name) => replaced[name] ?? `copied.${name}`);
  const copied = `(SELECT * FROM ${table} WHERE organization_id = $2::uuid) AS copied`;
  await client.query(
    `INSERT INTO ${table} (organization_id, ${names.join(', ')}) SELECT $1::uuid, ${selected.join(', ')} FROM ${copied} ${rest}`,
    [to.organizationId, from.organizationId, ...values],
  );
}

const pathOf = (page) => `/api/audit-logs?limit=${PER_PAGE}&page=${page}`;

async function readPage(origin, { headers }, page) {
  const response = await fetch(origin + pathOf(page), { headers });
  assert.equal(response.status, 200);
  return (await response.json()).data;
}

/** @returns {Promise<number>} time of an encrypted page as a multiple of a readable one's, median of the rounds' ratios */
async function measurePages(origin, encrypted, plain) {
  const callers = { encrypted, plain };
  const servers = Object.keys(callers).map((name) => ({ name, origin }));
  const rounds = await measureInRounds(
    servers,
    ({ name }) => ({
      method: 'GET',
      path: pathOf(1 + Math.floor((Math.random() * GUESTS) / PER_PAGE)),
      headers: callers[name].headers,
    }),
    say,
  );
  return ratioOf(rounds.get('encrypted'), rounds.get('plain'));
}

/** @returns {Promise<number>} time of creating a guest as a multiple of a vehicle's, likewise */
async function measureCreates(origin, { headers }) {
  // No two guests have the same externalId.
  const fields = { ...guest(0), externalId: null };
  const bodies = {
    guests: fields,
    vehicles: {
      name: fields.name,
      capacity: 50,
      type: 'Coach with a lift',
      plateNumber: 'W-12345 T',
      driverName: 'Driver Number 0',
      driverPhone: fields.phone,
      notes: `${fields.notes} ${fields.dietary}`,
    },
  };
  const servers = Object.keys(bodies).map((name) => ({ name, origin }));
  const rounds = await measureInRounds(
    servers,
    ({ name }) => ({
      method: 'POST',
      path: `/api/${name}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(bodies[name]),
    }),
    say,
  );
  return ratioOf(rounds.get('guests'), rounds.get('vehicles'));
}

function ratioOf(rounds, base) {
  return median(rounds.map(({ perSecond }, round) => base[round].perSecond / perSecond));
}

void runOnProduct(main);
