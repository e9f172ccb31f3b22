import { JSDOM } from 'jsdom';
import { Client, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, inviteMany, newEvent, pathOfGuest, rsvpPathOf, seat } from '../support/guests';

const HOUR_MS = 60 * 60 * 1000;
const QUESTIONS = [
  { label: 'Starter?', kind: 'choice', options: ['Soup', 'Salad'], required: true },
  { label: 'Days?', kind: 'choices', options: ['Friday', 'Saturday', 'Sunday'] },
  { label: 'Need a bed?', kind: 'yes_no' },
  { label: 'Allergies?', kind: 'text' },
];

const service = useTestApp();
const tenant = useTenant(service);

const browser = (language = 'en') => new Client(service.url, { Accept: 'text/html', 'Accept-Language': language });
const documentOf = ({ text }: { text: string }) => new JSDOM(text).window.document;
const open = async (guest: Json, language?: string) =>
  documentOf(await browser(language).get(rsvpPathOf(guest)).expect(200));
/** Sends a form as a browser does: several fields may have one name. */
const send = async (guest: Json, fields: readonly (readonly [string, string])[], language?: string) =>
  documentOf(
    await browser(language)
      .post(`${rsvpPathOf(guest)}/form`)
      .type('form')
      .send(new URLSearchParams(fields.map(([name, value]) => [name, value])).toString())
      .expect(200),
  );
const wordsOf = (document: Document) => document.querySelector('main')!.textContent!.replace(/\s+/g, ' ');
/** What is said at fields, by their names. */
const complaintsIn = (document: Document) =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('[data-error-of]')]
      .filter(({ hidden, parentElement }) => !hidden && parentElement!.closest('[hidden]') === null)
      .map(({ dataset, textContent }) => [dataset['errorOf'], textContent!.trim()]),
  );
const alertIn = (document: Document) => document.querySelector('[data-alert]')!.textContent!.trim();
const isSaved = (document: Document) => !document.querySelector<HTMLElement>('[data-outcome="done"]')!.hidden;
const chosenIn = (document: Document, name: string) =>
  [...document.querySelectorAll<HTMLInputElement>(`[name="${name}"]:checked`)].map(({ value }) => value);
const valueIn = (document: Document, name: string) =>
  document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)!.value;
const shown = async (guest: Json): Promise<Json> => (await tenant.key.get(pathOfGuest(guest)).expect(200)).body;

async function asked(fields: Record<string, unknown> = {}) {
  const event = await newEvent(tenant.key, { questions: QUESTIONS, ...fields });
  const [starter, days, bed, allergies] = event.questions.map(({ id }: Json) => id) as string[];
  return { event, starter: starter!, days: days!, bed: bed!, allergies: allergies! };
}

describe('the form of an invitation', () => {
  it('asks every question in a group with a name, and takes the answers', async () => {
    const { event, starter, days, bed, allergies } = await asked();
    const guest = await invite(tenant.key, event);
    const page = await open(guest);
    const legends = [...page.querySelectorAll('legend')].map(({ textContent }) => textContent);
    expect(legends).toEqual(expect.arrayContaining(['Starter?', 'Days?', 'Need a bed?']));
    expect(page.querySelector(`label[for="answers.${allergies}"]`)!.textContent).toBe('Allergies?');
    const labelled = [...page.querySelectorAll('[aria-describedby]')].flatMap((field) =>
      field.getAttribute('aria-describedby')!.split(' '),
    );
    for (const id of labelled) expect([id, page.getElementById(id) !== null]).toEqual([id, true]);

    const saved = await send(guest, [
      ['rsvp', 'accepted'],
      ['plusOnes', '0'],
      [`answers.${starter}`, 'Soup'],
      [`answers.${days}`, ''],
      [`answers.${days}`, 'Friday'],
      [`answers.${days}`, 'Sunday'],
      [`answers.${bed}`, 'false'],
      [`answers.${allergies}`, 'Nuts\r\nMilk'],
    ]);
    expect(isSaved(saved)).toBe(true);
    const answers = { [starter]: 'Soup', [days]: ['Friday', 'Sunday'], [bed]: false, [allergies]: 'Nuts\nMilk' };
    expect((await shown(guest)).answers).toEqual(answers);
    expect(chosenIn(saved, `answers.${starter}`)).toEqual(['Soup']);
    expect(chosenIn(saved, `answers.${days}`)).toEqual(['Friday', 'Sunday']);
    expect(chosenIn(saved, `answers.${bed}`)).toEqual(['false']);
    expect(valueIn(saved, `answers.${allergies}`)).toBe('Nuts\nMilk');

    // Taken back, and what the form does not have stays.
    await send(guest, [
      ['rsvp', 'accepted'],
      [`answers.${days}`, ''],
      [`answers.${bed}`, ''],
    ]);
    expect((await shown(guest)).answers).toEqual({ [starter]: 'Soup', [allergies]: 'Nuts\nMilk' });
  });

  it.each([
    ['en', 'Please answer this question.', 'The answer is too long: 2000 characters fit.', 'is not saved yet'],
    ['de', 'Bitte beantworten Sie diese Frage.', 'Die Antwort ist zu lang: 2000 Zeichen', 'noch nicht gespeichert'],
  ])('says in words (%s) at the questions what is missing or wrong, and keeps the rest', async (...says) => {
    const [language, missing, tooLong, alert] = says;
    const { event, starter, days, allergies } = await asked();
    const guest = await invite(tenant.key, event);
    const fields = [
      ['rsvp', 'accepted'],
      ['plusOnes', '1'],
      ['companions.0.name', ' '],
      ['companions.0.dietary', ''],
      ['companions.1.name', ''],
      ['companions.1.dietary', 'No nuts'],
      [`answers.${days}`, 'Sunday'],
      [`answers.${allergies}`, 'x'.repeat(2001)],
    ] as const;
    const page = await send(guest, fields, language);
    expect(complaintsIn(page)).toEqual({ 'companions.1.name': expect.stringContaining('200') });
    const named = fields.map(([name, value]) => [name, name === 'companions.1.name' ? 'Byron' : value] as const);
    const again = await send(guest, named, language);
    expect(complaintsIn(again)).toEqual({
      [`answers.${starter}`]: missing,
      [`answers.${allergies}`]: expect.stringContaining(tooLong!),
    });
    expect(alertIn(again)).toContain(alert);
    expect(chosenIn(again, `answers.${days}`)).toEqual(['Sunday']);
    expect(valueIn(again, 'companions.1.name')).toBe('Byron');
    expect(again.querySelector(`[name="answers.${starter}"]`)!.getAttribute('aria-invalid')).toBe('true');
    expect(await shown(guest)).toMatchObject({ rsvp: 'pending', plusOnes: 0, companions: [], answers: {} });
    // Whoever does not come need not answer.
    expect(isSaved(await send(guest, [['rsvp', 'declined'], ...fields.slice(1)], language))).toBe(true);
  });

  it('takes the names of whom the guest brings, and no more of them than come', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const fields = [
      ['companions.0.name', 'Byron'],
      ['companions.0.dietary', 'No nuts'],
      ['companions.1.name', ''],
      ['companions.1.dietary', ''],
      ['companions.2.name', 'Anne'],
      ['companions.2.dietary', ''],
    ] as const;
    const tooMany = await send(guest, [['rsvp', 'accepted'], ['plusOnes', '1'], ...fields]);
    expect(complaintsIn(tooMany)).toEqual({ companions: 'More people are named here than are coming along.' });
    const saved = await send(guest, [['rsvp', 'accepted'], ['plusOnes', '3'], ...fields]);
    expect((await shown(guest)).companions).toEqual([
      { name: 'Byron', dietary: 'No nuts' },
      { name: 'Anne', dietary: null },
    ]);
    expect([0, 1, 2].map((row) => valueIn(saved, `companions.${row}.name`))).toEqual(['Byron', 'Anne', '']);
  });

  it('offers what was chosen although it is no option any more, and many options as a list', async () => {
    const options = Array.from({ length: 12 }, (_, index) => `Option ${index}`);
    const { event, starter } = await asked();
    const guest = await invite(tenant.key, event);
    await send(guest, [
      ['rsvp', 'accepted'],
      [`answers.${starter}`, 'Soup'],
    ]);
    const [first] = event.questions;
    await tenant.key.patch(`/api/events/${event.id}`, { questions: [{ ...first, options }] }).expect(200);
    const page = await open(guest);
    const select = page.querySelector<HTMLSelectElement>(`select[name="answers.${starter}"]`)!;
    expect(select.value).toBe('Soup');
    expect(select.options).toHaveLength(14);
    expect(
      complaintsIn(
        await send(guest, [
          ['rsvp', 'accepted'],
          [`answers.${starter}`, ''],
        ]),
      ),
    ).toEqual({
      [`answers.${starter}`]: 'Please answer this question.',
    });
  });
});

it('shows the way on a map, and the vehicle where no ride is known', async () => {
  const venue = {
    name: 'Hall & Co',
    address: 'Main Street 1',
    city: 'Salzburg',
    latitude: 47.7983,
    longitude: 13.0466,
  };
  const event = await newEvent(tenant.key, { venue });
  const guest = await invite(tenant.key, event);
  const linkIn = (page: Document) => page.querySelector('a[href*="openstreetmap"]')?.getAttribute('href');
  expect(linkIn(await open(guest))).toContain('mlat=47.7983&mlon=13.0466');
  await tenant.key
    .patch(`/api/events/${event.id}`, { venue: { ...venue, latitude: null, longitude: null } })
    .expect(200);
  const page = await open(guest, 'de');
  expect(linkIn(page)).toContain('query=Main%20Street%201%2C%20Salzburg');
  expect(wordsOf(page)).toContain('Auf der Karte zeigen');
  expect(wordsOf(page)).not.toContain('A bus');
  const assignment = await assignVehicle(tenant.key, event, 4);
  await seat(tenant.key, guest, assignment);
  expect(wordsOf(await open(guest))).toContain('A bus');
});

describe('the form of one who comes with a party', () => {
  async function family(fields: Record<string, unknown> = {}) {
    const { event, ...ids } = await asked(fields);
    const guests = await inviteMany(tenant.key, event, 3);
    const party = { name: 'Family Lovelace', eventGuestIds: guests.map(({ id }) => id) };
    await tenant.key.post(`/api/events/${event.id}/parties`, party).expect(201);
    return { event, ids, guests };
  }

  it('asks for the others as well, and takes the answers of those whom something is answered for', async () => {
    const { ids, guests } = await family();
    const [own, second, third] = guests as [Json, Json, Json];
    const page = await open(own);
    expect(wordsOf(page)).toContain('Your party: Family Lovelace');
    expect(page.querySelector(`[name="members.${own.id}.rsvp"]`)).toBeNull();
    for (const { id } of [second, third]) expect(chosenIn(page, `members.${id}.rsvp`)).toEqual(['pending']);
    const fields = [
      ['rsvp', 'declined'],
      [`members.${second.id}.rsvp`, 'pending'],
      [`members.${third.id}.rsvp`, 'accepted'],
      [`members.${third.id}.plusOnes`, '1'],
      [`members.${third.id}.companions.1.name`, 'Child'],
      [`members.${third.id}.companions.1.dietary`, 'x'.repeat(1001)],
    ] as const;
    expect(complaintsIn(await send(own, fields))).toEqual({
      [`members.${third.id}.companions.1.dietary`]: 'The answer is too long: 1000 characters fit.',
    });
    const short = fields.map(([name, value]) => [name, name.endsWith('dietary') ? '' : value] as const);
    expect(complaintsIn(await send(own, short))).toEqual({
      [`members.${third.id}.answers.${ids.starter}`]: 'Please answer this question.',
    });
    // All of it, or nothing.
    for (const guest of guests) expect((await shown(guest)).rsvp).toBe('pending');
    const saved = await send(own, [...short, [`members.${third.id}.answers.${ids.starter}`, 'Soup']]);
    expect(isSaved(saved)).toBe(true);
    expect(chosenIn(saved, `members.${third.id}.rsvp`)).toEqual(['accepted']);
    expect([(await shown(own)).rsvp, (await shown(second)).rsvp]).toEqual(['declined', 'pending']);
    expect(await shown(third)).toMatchObject({
      rsvp: 'accepted',
      plusOnes: 1,
      companions: [{ name: 'Child', dietary: null }],
      answers: { [ids.starter]: 'Soup' },
    });
  });

  it('says so when somebody is not of the party any more', async () => {
    const { event, guests } = await family();
    const stranger = await invite(tenant.key, event);
    const page = await send(guests[0]!, [
      ['rsvp', 'declined'],
      [`members.${stranger.id}.rsvp`, 'declined'],
    ]);
    expect(alertIn(page)).toContain('has changed in the meantime');
    expect((await shown(guests[0]!)).rsvp).toBe('pending');
  });

  it('shows where the others stand who wait for a place', async () => {
    const { guests } = await family({ capacity: 1, waitlist: 'manual', questions: [] });
    const [own, second] = guests as [Json, Json];
    const page = await send(own, [
      ['rsvp', 'accepted'],
      [`members.${second.id}.rsvp`, 'accepted'],
    ]);
    expect(wordsOf(page)).toContain('You are on the waiting list, and next in line.');
    expect(wordsOf(page)).toContain('On the waiting list, and next in line.');
    expect(chosenIn(page, `members.${second.id}.rsvp`)).toEqual(['accepted']);
    expect((await shown(second)).waitlist).toMatchObject({ position: 1, people: 2 });
  });
});

describe('the deadline of an invitation', () => {
  const DEADLINE = '2027-06-04T16:00:00Z';
  const closed = (event: Json) => {
    const rsvpDeadline = new Date(service.clock.now().getTime() - HOUR_MS).toISOString();
    return tenant.key.patch(`/api/events/${event.id}`, { rsvpDeadline }).expect(200);
  };

  it.each([
    ['en', 'Please answer by Friday, 4 June 2027, 18:00.'],
    ['de', 'Bitte antworten Sie bis Freitag, 4. Juni 2027, 18:00.'],
  ])('is said in words: %s', async (language, words) => {
    const event = await newEvent(tenant.key, { timezone: 'Europe/Vienna', rsvpDeadline: DEADLINE });
    expect(wordsOf(await open(await invite(tenant.key, event), language))).toContain(words);
  });

  it.each([
    ['en', 'The time to answer is over'],
    ['de', 'Die Frist für Antworten ist abgelaufen'],
  ])('closes the form (%s) for those who have not accepted', async (language, words) => {
    const event = await newEvent(tenant.key, { rsvpDeadline: DEADLINE });
    const guest = await invite(tenant.key, event);
    const before = await open(guest, language);
    expect(before.querySelector('form')!.getAttribute('data-problem-rsvp_closed')).toContain(words);
    await closed(event);
    const page = await send(guest, [['rsvp', 'accepted']], language);
    expect(wordsOf(page)).toContain(words);
    expect(page.querySelectorAll('form')).toHaveLength(0);
    expect((await shown(guest)).rsvp).toBe('pending');
  });

  it('leaves a way to decline to those who have accepted', async () => {
    const event = await newEvent(tenant.key, { rsvpDeadline: DEADLINE });
    const guest = await invite(tenant.key, event);
    await send(guest, [['rsvp', 'accepted']]);
    await closed(event);
    const page = await open(guest);
    expect(page.querySelector('button')!.textContent).toBe('I cannot come after all');
    expect(valueIn(page, 'rsvp')).toBe('declined');
    const declined = await send(guest, [['rsvp', 'declined']]);
    expect(wordsOf(declined)).toContain('Thank you for letting them know.');
    expect(declined.querySelectorAll('form')).toHaveLength(0);
    expect((await shown(guest)).rsvp).toBe('declined');
  });
});

describe('whoever comes', () => {
  const greetingIn = (document: Document) => document.querySelector<HTMLElement>('h2.greeting');
  const wordsOfGreeting = (document: Document) => {
    const greeting = greetingIn(document)!;
    return greeting.hidden ? null : greeting.textContent!.trim();
  };

  it('is greeted by the day and the first name, once they have accepted', async () => {
    const event = await newEvent(tenant.key, { startsAt: '2099-12-04T18:30:00Z', timezone: 'Europe/Vienna' });
    const florian = await invite(tenant.key, event, { name: 'Florian Leitner' });
    expect(wordsOfGreeting(await open(florian, 'de'))).toBeNull();
    const accepted = await send(florian, [['rsvp', 'accepted']], 'de');
    expect(wordsOfGreeting(accepted)).toBe('Bis Freitag, 4. Dezember, Florian!');
    expect(wordsOfGreeting(await open(florian, 'en-GB'))).toBe('See you on Friday 4 December, Florian!');
    expect(wordsOfGreeting(await send(florian, [['rsvp', 'declined']], 'de'))).toBeNull();
  });

  it.each(['Dr. Ada Byron', 'Frau Huber', 'Byron, Ada', 'محمد'])('is greeted as a whole: %s', async (name) => {
    const guest = await invite(tenant.key, await newEvent(tenant.key), { name });
    expect(wordsOfGreeting(await send(guest, [['rsvp', 'accepted']]))).toBe(`See you soon, ${name}!`);
  });

  it('is not greeted to what has begun or does not take place', async () => {
    const event = await newEvent(tenant.key, { startsAt: '2020-12-04T18:30:00Z' });
    const guest = await invite(tenant.key, event);
    expect(greetingIn(await send(guest, [['rsvp', 'accepted']]))).toBeNull();
    await tenant.key.patch(`/api/events/${event.id}`, { startsAt: null, status: 'cancelled' }).expect(200);
    expect(greetingIn(await open(guest))).toBeNull();
  });
});

it('is a page of 40 KB at most with all that it loads, for five who are asked four questions each', async () => {
  const { event } = await asked();
  const guests = await inviteMany(tenant.key, event, 5);
  const party = { name: 'Family', eventGuestIds: guests.map(({ id }) => id) };
  await tenant.key.post(`/api/events/${event.id}/parties`, party).expect(201);
  const { origin } = new URL(service.url);
  let bytes = 0;
  const read = async (path: string): Promise<string> => {
    const request = await fetch(origin + path, { headers: { Accept: 'text/html,*/*', 'Accept-Language': 'de' } });
    const text = await request.text();
    // As it is sent: what is compressed says its own length.
    bytes += Number(request.headers.get('content-length') ?? Buffer.byteLength(text));
    return text;
  };
  const page = await read(rsvpPathOf(guests[0]!));
  const loaded = [...page.matchAll(/(?:href|src)="[./]*(api\/pages\/[^"]+)"/g)].map(([, path]) => `/${path}`);
  expect(loaded).toHaveLength(2);
  for (const path of loaded) await read(path.replaceAll('&amp;', '&'));
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(40 * 1024);
  // One who comes alone needs no compression for it.
  const [alone] = await inviteMany(tenant.key, event, 1);
  const { text } = await browser('de').get(rsvpPathOf(alone!)).expect(200);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(40 * 1024);
});
