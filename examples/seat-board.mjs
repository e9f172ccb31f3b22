/**
 * Shows in the terminal who sits in which vehicle of an event, and follows every change.
 *
 *   node seat-board.mjs <event id>
 *
 * Set TOUR_EVENTS_URL and TOUR_EVENTS_KEY first. End it with Ctrl-C.
 */
import { TourEvents } from '@tour-events/client';

const [eventId] = process.argv.slice(2);
if (eventId === undefined) {
  console.error('Usage: node seat-board.mjs <event id>');
  process.exit(2);
}

const te = new TourEvents({ baseUrl: process.env.TOUR_EVENTS_URL, apiKey: process.env.TOUR_EVENTS_KEY });
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());

/** Changes that come together are drawn together. */
const GATHER_MS = 100;

// First the place in the order of changes, then the board: nothing is missed in between.
const { next } = await te.changes.list();
let drawing = draw();
let timer;
for await (const { type } of te.changes.follow({ after: next, eventId }, { signal: stop.signal })) {
  if (type === 'event.deleted') stop.abort();
  timer ??= setTimeout(() => {
    timer = undefined;
    drawing = drawing.then(draw).catch((error) => console.error(error.message));
  }, GATHER_MS);
}
clearTimeout(timer);

async function draw() {
  const { event, vehicles, unseated } = await te.events.getManifest(eventId);
  const lines = [`${event.name}, ${new Date().toLocaleTimeString()}`, ''];
  for (const { vehicle, capacity, seatsUsed, guests } of vehicles) {
    lines.push(`${bar(seatsUsed, capacity)} ${vehicle.name}, ${seatsUsed} of ${capacity}`);
    for (const guest of guests) lines.push(`    ${nameOf(guest)}`);
  }
  lines.push(`Without a seat: ${unseated.map(nameOf).join(', ') || 'nobody'}`, '');
  if (process.stdout.isTTY) process.stdout.write('\x1b[2J\x1b[H');
  console.log(lines.join('\n'));
}

function bar(used, capacity) {
  const width = 20;
  const filled = capacity === 0 ? 0 : Math.round((used / capacity) * width);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}

function nameOf({ name, plusOnes }) {
  return plusOnes === 0 ? name : `${name} +${plusOnes}`;
}
