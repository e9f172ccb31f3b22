'use strict';
/**
 * `npm run bench:waiting-list`: what a waiting list of 10,000 costs whoever answers, against the same answers at an event
 * without one; 200 answers at once at the last 50 places; the guest's own page; and the needs of 5,000 guests.
 */
const { setTimeout: delay } = require('node:timers/promises');
const { say, step } = require('./console');
const { api, BATCH, get, makeEvent, makeGuests, patch, timed } = require('./crowd');
const { median } = require('./load');
const { newCaller, runOnProduct } = require('./on-product');
const { call } = require('./planner');
const settings = require('./settings');

const WAITING = Math.round(10_000 * settings.scale);
const NEEDY = Math.round(5_000 * settings.scale);
/** Answers of each kind in a round. */
const ANSWERS = 40;
const [AT_ONCE, PLACES] = [200, 50];
const GOALS = { ratio: 1.3, p99Ms: 2_000, pageBytes: 40 * 1024, pageMs: 50, needsMs: 100 };

async function main({ origin, query }) {
  const { headers } = await newCaller(origin, 'waiting-list');
  const bench = { origin, headers, query };
  const guestIds = await step('Making guests', () => makeGuests(bench, WAITING));
  const reached = [
    await measureAnswers(bench, guestIds),
    await measureRush(bench, guestIds),
    await measurePage(bench, guestIds),
    await measureNeeds(bench, guestIds),
  ];
  return reached.every(Boolean);
}

/** The tokens of guests of an event with an answer. */
async function tokensOf(bench, eventId, rsvp, count) {
  const tokens = [];
  for (let page = 1; tokens.length < count; page++) {
    const path = `/api/events/${eventId}/guests?limit=100&page=${page}&rsvp=${rsvp}`;
    const { data } = await (await get(bench, path)).json();
    if (data.length === 0) throw new Error(`The event has ${tokens.length} guests with the answer ${rsvp}.`);
    tokens.push(...data.map(({ rsvpUrl }) => rsvpUrl.split('/').pop()));
  }
  return tokens.slice(0, count);
}

const answer = ({ origin }, token, rsvp, plusOnes = 0) => call(`${origin}/api/rsvp/${token}`, {}, { rsvp, plusOnes });

/**
 * Guests with a place give it back. On the list are groups that one place does not suffice for, so that what is measured
 * is the decision, and not the acceptance that may follow from it; that is measured as well, without a goal.
 */
async function measureAnswers(bench, guestIds) {
  const accepted = 2 * ANSWERS * (settings.rounds + 1);
  const items = guestIds.map((guestId, index) => ({ guestId, rsvp: index < accepted ? 'accepted' : 'pending' }));
  const [none, families, singles] = await step('Filling events', async () => [
    await makeEvent(bench, { waitlist: 'automatic' }, items),
    await makeEvent(bench, { waitlist: 'automatic' }, items),
    await makeEvent(bench, { waitlist: 'automatic' }, items),
  ]);
  for (const { id } of [none, families, singles]) await patch(bench, `/events/${id}`, { capacity: accepted });
  await putInLine(bench, families, Math.min(100, 2 * accepted));
  await putInLine(bench, singles, 0);
  // Guests come one by one, and autovacuum follows them; thousands of rows that have just been written cost every reader.
  await bench.query('VACUUM ANALYZE event_guests');
  const tokens = {};
  for (const [name, { id }] of Object.entries({ none, families, singles }))
    tokens[name] = await tokensOf(bench, id, 'accepted', accepted);
  const rounds = { families: [], singles: [] };
  for (let round = 0; round <= settings.rounds; round++) {
    const times = { none: [], families: [], singles: [] };
    for (let turn = 0; turn < ANSWERS; turn++)
      for (const name of Object.keys(times)) {
        const token = tokens[name].pop();
        times[name].push(await timed(() => answer(bench, token, 'declined')));
      }
    // The first warms up.
    if (round > 0)
      for (const name of ['families', 'singles']) rounds[name].push(median(times[name]) / median(times.none));
    say(
      `  declining takes ${median(times.none).toFixed(1)} ms, beside ${WAITING} who wait ${median(times.families).toFixed(1)} ms, ` +
        `and with somebody accepted ${median(times.singles).toFixed(1)} ms`,
    );
  }
  const ratio = median(rounds.families);
  say(`An answer beside ${WAITING} who wait takes ${ratio.toFixed(2)} of one without; the goal is ${GOALS.ratio}.`);
  say(`One with which somebody else is accepted takes ${median(rounds.singles).toFixed(2)}; no goal.`);
  return ratio <= GOALS.ratio;
}

/** Puts those who have not answered on the list: asking one by one would take minutes. */
function putInLine({ query }, { id }, plusOnes) {
  return query(
    `UPDATE event_guests eg SET waiting_number = w.number, waiting_since = now(), plus_ones = ${plusOnes}
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM event_guests
           WHERE event_id = '${id}' AND rsvp = 'pending') AS w
     WHERE eg.id = w.id`,
  );
}

/** As a page does that is told to try again: that takes its time, too. @returns {Promise<number>} how often it was told */
async function answerPatiently(bench, token) {
  for (let tries = 0; ; tries++) {
    try {
      await answer(bench, token, 'accepted');
      return tries;
    } catch (error) {
      if (tries >= 20 || !error.message.includes('responded with 503')) throw error;
      await delay(100);
    }
  }
}

async function measureRush(bench, guestIds) {
  const items = guestIds.slice(0, AT_ONCE).map((guestId) => ({ guestId }));
  const { id } = await makeEvent(bench, { waitlist: 'automatic', capacity: PLACES }, items);
  const tokens = await tokensOf(bench, id, 'pending', AT_ONCE);
  let again = 0;
  const asking = tokens.map((token) => timed(async () => (again += await answerPatiently(bench, token))));
  const times = await Promise.all(asking);
  const { people } = await (await get(bench, `/api/events/${id}/summary`)).json();
  const { total } = await (await get(bench, `/api/events/${id}/waitlist?limit=1`)).json();
  const p99 = times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1];
  say(
    `${AT_ONCE} answers at once at the last ${PLACES} places: ${people} accepted, ${total} wait, ${again} told to try again, ` +
      `99th percentile ${p99.toFixed(0)} ms; the goal is ${GOALS.p99Ms} ms.`,
  );
  return people === PLACES && total === AT_ONCE - PLACES && p99 <= GOALS.p99Ms;
}

/** The page of somebody who comes with a party of five, and is asked twenty questions. */
async function measurePage(bench, guestIds) {
  const questions = Array.from({ length: 20 }, (_none, index) => ({
    label: `Which of the dishes of course ${index + 1} would you like?`,
    kind: ['choice', 'choices', 'yes_no', 'text'][index % 4],
    options: index % 4 < 2 ? ['Soup', 'Salad', 'Fish'] : [],
  }));
  const items = guestIds.slice(0, 5).map((guestId) => ({ guestId, party: 'The five', plusOnes: 1 }));
  const { id } = await makeEvent(bench, { questions: questions.slice(0, 4) }, items);
  const [token] = await tokensOf(bench, id, 'pending', 1);
  const page = () => get(bench, `/api/rsvp/${token}`, { accept: 'text/html' });
  // As it is sent: compressed.
  const bytes = Number((await page()).headers.get('content-length'));
  const times = [];
  for (let turn = 0; turn < 100; turn++) times.push(await timed(async () => (await page()).arrayBuffer()));
  say(
    `The page of five with four questions each has ${(bytes / 1024).toFixed(1)} KiB and takes ${median(times).toFixed(1)} ms; ` +
      `the goals are ${GOALS.pageBytes / 1024} KiB and ${GOALS.pageMs} ms.`,
  );
  return bytes <= GOALS.pageBytes && median(times) <= GOALS.pageMs;
}

async function measureNeeds(bench, guestIds) {
  const questions = [{ label: 'Which starter?', kind: 'choice', options: ['Soup', 'Salad'] }];
  const { id, questions: asked } = await api(bench, '/events', { name: 'A dinner', questions });
  for (let first = 0; first < NEEDY; first += BATCH) {
    const items = guestIds.slice(first, Math.min(first + BATCH, NEEDY)).map((guestId, index) => ({
      guestId,
      rsvp: 'accepted',
      plusOnes: 1,
      companions: [{ name: 'Somebody', dietary: 'Vegetarian' }],
      answers: { [asked[0].id]: index % 2 === 0 ? 'Soup' : 'Salad' },
    }));
    await api(bench, `/events/${id}/guests/batch`, { items });
  }
  const times = [];
  for (let turn = 0; turn < 20; turn++)
    times.push(await timed(async () => (await get(bench, `/api/events/${id}/needs`)).json()));
  say(`The needs of ${NEEDY} guests take ${median(times).toFixed(1)} ms; the goal is ${GOALS.needsMs} ms.`);
  return median(times) <= GOALS.needsMs;
}

void runOnProduct(main);
