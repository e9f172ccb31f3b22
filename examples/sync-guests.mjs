/**
 * Brings the guest list of another system into Tour Events, and its answers to an event. Run it as often as you like: it
 * goes by the other system's ids, changes what has changed there, and leaves the rest alone.
 *
 *   node sync-guests.mjs contacts.csv gala-2027
 *
 * Set TOUR_EVENTS_URL and TOUR_EVENTS_KEY first. The second argument is the event's id in the other system.
 */
import { readFileSync } from 'node:fs';
import { TourEvents } from '@tour-events/client';

const [file, eventExternalId] = process.argv.slice(2);
if (file === undefined || eventExternalId === undefined) {
  console.error('Usage: node sync-guests.mjs <file.csv> <event id of the other system>');
  process.exit(2);
}

const te = new TourEvents({ baseUrl: process.env.TOUR_EVENTS_URL, apiKey: process.env.TOUR_EVENTS_KEY });

/** As many as one request takes. */
const BATCH = 500;
/** What the other system calls an answer. */
const ANSWERS = { yes: 'accepted', no: 'declined', maybe: 'tentative' };

const contacts = rowsOf(readFileSync(file, 'utf8'));
const event = await findOrCreateEvent();

await inBatches(
  'guests',
  contacts.map((contact) => ({
    externalId: contact['Contact ID'],
    name: `${contact['First name']} ${contact['Last name']}`.trim(),
    email: contact['E-mail'] || null,
    company: contact['Account'] || null,
  })),
  (items) => te.guests.batch({ items, match: 'externalId' }),
);

await inBatches(
  `guests of "${event.name}"`,
  contacts.map((contact) => ({
    externalId: contact['Contact ID'],
    // What is undefined is not sent: a guest's own answer stays.
    rsvp: ANSWERS[contact['Attending']],
    plusOnes: contact['Companions'] ? Number(contact['Companions']) : undefined,
  })),
  (items) => te.events.guests.batch(event.id, { items }),
);

async function findOrCreateEvent() {
  const { data } = await te.events.list({ externalId: [eventExternalId] });
  return data[0] ?? (await te.events.create({ name: eventExternalId, externalId: eventExternalId }));
}

/** Sends items in batches; says what became of them, and names those that were refused. */
async function inBatches(what, items, send) {
  const sums = { created: 0, updated: 0, unchanged: 0 };
  for (let start = 0; start < items.length; start += BATCH) {
    const report = await send(items.slice(start, start + BATCH));
    for (const name of Object.keys(sums)) sums[name] += report[name];
    for (const { index, errors } of report.results.filter(({ status }) => status === 'error')) {
      const { externalId } = items[start + index];
      console.error(`${what}: ${externalId}: ${errors.map(({ field, message }) => `${field}: ${message}`).join(' ')}`);
      process.exitCode = 1;
    }
  }
  console.log(`${what}: ${sums.created} created, ${sums.updated} updated, ${sums.unchanged} unchanged`);
}

/** The rows of a CSV file (RFC 4180) as objects, by the names in its first line. */
function rowsOf(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  const [names, ...records] = rows.filter((row) => row.some((value) => value !== ''));
  return records.map((row) => Object.fromEntries(names.map((name, column) => [name, row[column] ?? ''])));
}
