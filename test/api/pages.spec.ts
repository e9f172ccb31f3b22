import { startTestApp } from '../support/app';
import { BrowserPage } from '../support/browser';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, newEvent, pathOfGuest, seat } from '../support/guests';
import { mailTo } from '../support/members';
import { emailFrom, mailOf, unsubscribePathIn, whenDone } from '../support/notifications';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const HOSTILE = `<script>alert("1")</script>' & "x`;
const PASSWORD = 'a password of my own';
const NEW = 'Make an account and join';
const KNOWN = 'Join with my account';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'";

const service = useTestApp();
const tenant = useTenant(service, { organizationName: `Alpine ${HOSTILE}` });
const opened: BrowserPage[] = [];
afterEach(() => {
  service.clock.release();
  const pages = opened.splice(0);
  for (const page of pages) page.close();
  expect(pages.flatMap(({ failures }) => failures)).toEqual([]);
});

const anybody = () => new Client(service.url);
const address = () => `${unique('person')}@example.com`;
const signIn = (email: string, password: string) => anybody().post('/api/auth/login', { email, password });

async function open(url: string): Promise<BrowserPage> {
  const page = await BrowserPage.open(url);
  opened.push(page);
  return page;
}

/** The link in the newest message that an address got, as it stands there. */
async function linkSentTo(email: string): Promise<string> {
  const mails = await eventually(`mail to ${email}`, async () => {
    const received = await mailTo(service, email);
    return received.length > 0 ? received : null;
  });
  return /http:\/\/\S+\?token=\S+/.exec(mails.at(-1)!.text)![0];
}

async function invitationFor(email: string): Promise<string> {
  await tenant.session.post('/api/organizations/invitations', { email, role: 'Member' }).expect(201);
  return linkSentTo(email);
}

async function resetLinkFor(email: string): Promise<string> {
  await anybody().post('/api/auth/password/forgot', { email }).expect(202);
  return linkSentTo(email);
}

/** Somebody whose address is confirmed, and who has an organization of their own. */
async function registerConfirmed(): Promise<Tenant> {
  const registered = await registerTenant(service.url);
  await sql(service.databaseUrl, 'UPDATE users SET email_proven_at = now() WHERE id = $1', [registered.user.id]);
  return registered;
}

async function isMember(email: string): Promise<boolean> {
  const { body } = await tenant.session.get(`/api/organizations/members?q=${encodeURIComponent(email)}`).expect(200);
  return body.data.some((member: Json) => member.email === email);
}

describe('the link of an invitation', () => {
  it('lets somebody new make an account and join', async () => {
    const email = address();
    const page = await open(await invitationFor(email));
    expect(page.title).toBe('Accept your invitation');
    expect(page.field('Password').type).toBe('password');
    page.fill('Your name', `Grace ${HOSTILE}`);
    page.fill('Password', PASSWORD);
    await page.press(NEW);
    expect(page.text).toContain(`You have joined Alpine ${HOSTILE}.`);
    expect(page.text).toContain(`as Grace ${HOSTILE}.`);
    expect(page.text).not.toContain(NEW);
    expect(page.document.querySelectorAll('body script')).toHaveLength(0);
    expect(page.field('Password').value).toBe('');
    expect(page.responses[0]!.headers.get('set-cookie')).toContain('te_session=');
    expect(await isMember(email)).toBe(true);
    await signIn(email, PASSWORD).expect(200);
  });

  it('asks somebody who says that they have an account for nothing else', async () => {
    const { email, password } = await registerConfirmed();
    const page = await open(await invitationFor(email));
    await page.press(KNOWN);
    expect(page.text).toContain('You have joined Alpine');
    expect(await isMember(email)).toBe(true);
    await signIn(email, password).expect(200);
  });

  it('asks for the password of an account that nobody has confirmed, and for no name', async () => {
    const { email, password } = await registerTenant(service.url);
    const page = await open(await invitationFor(email));
    await page.press(KNOWN);
    expect(page.complaintAbout('Password')).toContain('Password is required');
    page.fill('Password', password);
    await page.press(NEW);
    expect(page.text).toContain('You have joined Alpine');
    await signIn(email, password).expect(200);
  });

  it('says at the fields what they lack, also to who has no account although they say so', async () => {
    const email = address();
    const page = await open(await invitationFor(email));
    await page.press(KNOWN);
    expect(page.complaintAbout('Your name')).toBe('Your name is required of a new user.');
    expect(page.complaintAbout('Password')).toBe('Password is required of a new user.');
    expect(page.document.activeElement).toBe(page.field('Your name'));
    page.fill('Your name', 'Grace');
    page.fill('Password', 'short');
    await page.press(NEW);
    expect(page.complaintAbout('Your name')).toBeNull();
    expect(page.complaintAbout('Password')).toBe('Password must have at least 8 characters.');
    expect(page.field('Password').getAttribute('aria-invalid')).toBe('true');
    expect(page.document.activeElement).toBe(page.field('Password'));
    expect(await isMember(email)).toBe(false);
    page.fill('Password', PASSWORD);
    await page.press(NEW);
    expect(page.text).toContain('You have joined');
  });

  it('changes nothing by being opened, as mail programs do before anybody clicks', async () => {
    const { email } = await registerTenant(service.url);
    const page = await open(await invitationFor(email));
    expect(page.responses).toEqual([]);
    expect(await isMember(email)).toBe(false);
  });

  it('says that the invitation is gone when it is used, and when it never was one', async () => {
    const email = address();
    const link = await invitationFor(email);
    const first = await open(link);
    first.fill('Your name', 'Grace');
    first.fill('Password', PASSWORD);
    await first.press(NEW);
    for (const url of [
      link,
      link.replace(/token=.*/, 'token=none'),
      link.replace(/token=.*/, `token=${'x'.repeat(300)}`),
    ])
      for (const button of [NEW, KNOWN]) {
        const page = await open(url);
        page.fill('Your name', 'Grace');
        page.fill('Password', PASSWORD);
        await page.press(button);
        expect(page.text).toContain('This invitation is gone');
        expect(page.text).toContain('ask whoever invited you for another one');
        expect(page.text).not.toContain(NEW);
      }
    const without = await open(link.replace(/\?.*/, ''));
    expect(without.text).toContain('This invitation is gone');
  });

  it('says what else the API says', async () => {
    const { email, user } = await registerConfirmed();
    const page = await open(await invitationFor(email));
    await sql(service.databaseUrl, `UPDATE users SET status = 'suspended' WHERE id = $1`, [user.id]);
    await page.press(KNOWN);
    expect(page.text).toContain('This account is suspended.');
    expect(page.text).toContain(KNOWN);
  });

  it('says so when the service cannot be reached, and takes the next try', async () => {
    const { email } = await registerConfirmed();
    const page = await open(await invitationFor(email));
    const { fetch } = page.document.defaultView!;
    page.document.defaultView!.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await page.press(KNOWN);
    expect(page.text).toContain('The service could not be reached. Please try again.');
    page.document.defaultView!.fetch = fetch;
    await page.press(KNOWN);
    expect(page.text).not.toContain('could not be reached');
    expect(page.text).toContain('You have joined');
  });
});

describe('the link to a new password', () => {
  it('takes the new password, once', async () => {
    const { email, password } = await registerTenant(service.url);
    const link = await resetLinkFor(email);
    const page = await open(link);
    expect(page.title).toBe('Choose a new password');
    page.fill('New password', 'short');
    await page.press('Set the new password');
    expect(page.complaintAbout('New password')).toBe('New password must have at least 8 characters.');
    page.fill('New password', PASSWORD);
    await page.press('Set the new password');
    expect(page.text).toContain('Your new password is set.');
    expect(page.field('New password').value).toBe('');
    await signIn(email, password).expect(401);
    await signIn(email, PASSWORD).expect(200);

    const again = await open(link);
    again.fill('New password', PASSWORD);
    await again.press('Set the new password');
    expect(again.text).toContain('This link is not valid any more');
    expect(again.text).not.toContain('Set the new password');
  });

  it('names what goes with an account that nobody has confirmed, as its e-mail does', async () => {
    const { email } = await registerTenant(service.url);
    const page = await open(await resetLinkFor(email));
    const mail = (await mailTo(service, email)).at(-1)!.text;
    for (const what of ['passkeys', 'authenticator app', 'recovery codes', 'API keys'])
      for (const text of [page.text, mail]) expect(text.replace(/\s+/g, ' ')).toContain(what);
  });

  it('says at once when it is none, and whose page it is', async () => {
    const page = await open(`${service.url}/password/reset`);
    expect(page.text).toContain('Tour Events');
    expect(page.text).toContain('This link is not valid any more');
  });
});

describe('the link that stops a change of address', () => {
  it('stops it by a click, once', async () => {
    const { email, session } = await registerTenant(service.url);
    await session.post('/api/auth/email', { email: address() }).expect(202);
    const link = await linkSentTo(email);
    const page = await open(link);
    expect(page.title).toBe('Stop the change of your e-mail address');
    await page.press('Stop this change');
    expect(page.text).toContain('The change was stopped. Your account keeps its e-mail address.');

    const again = await open(link);
    await again.press('Stop this change');
    expect(again.text).toContain('This link is not valid any more');
  });
});

describe("a guest's link in a browser", () => {
  const SEND = 'Send the answer';
  const FIELDS = {
    name: 'Opening night',
    startsAt: '2027-05-01T17:30:00Z',
    endsAt: '2027-05-01T20:00:00Z',
    timezone: 'Europe/Vienna',
    venue: { name: 'Musikverein', address: 'Musikvereinsplatz 1\n1010', city: 'Vienna', country: 'Austria' },
  };
  const invited = async (fields: Json = {}, who: Json = {}): Promise<Json> =>
    invite(tenant.key, await newEvent(tenant.key, { ...FIELDS, ...fields }), who);
  const record = async (guest: Json): Promise<Json> => (await tenant.key.get(pathOfGuest(guest)).expect(200)).body;

  it('shows what they are invited to, in the time of the place, and takes their response', async () => {
    const guest = await invited({}, { name: 'Ada' });
    const page = await open(guest.rsvpUrl);
    expect(page.title).toBe('Opening night');
    for (const words of [
      'invites Ada',
      'Saturday, 1 May 2027, 19:30 to 22:00',
      'Central European Summer Time (Europe/Vienna)',
      'Musikverein Musikvereinsplatz 1 1010 Vienna, Austria',
      'You have not answered yet.',
    ])
      expect(page.text).toContain(words);
    expect(page.document.querySelector('time')!.dateTime).toBe('2027-05-01T17:30:00.000Z');
    page.choose('Yes, I am coming');
    page.fill('How many people are you bringing?', '2');
    page.fill('A note for the organizers', 'Vegetarian');
    await page.press(SEND);
    expect(page.text).toContain('Thank you, your answer is saved.');
    expect(page.text).toContain('You are coming.');
    expect(await record(guest)).toMatchObject({ rsvp: 'accepted', plusOnes: 2, notes: 'Vegetarian' });

    page.choose('No, I cannot come');
    await page.press(SEND);
    expect(page.text).toContain('You are not coming.');
    expect(page.text).toContain('You are bringing 0');
    expect(page.field('How many people are you bringing?').value).toBe('0');
    expect(await record(guest)).toMatchObject({ rsvp: 'declined', plusOnes: 0 });

    const later = await open(guest.rsvpUrl);
    expect(later.text).toContain('You are not coming.');
    expect(later.field('No, I cannot come').checked).toBe(true);
    expect(later.field('A note for the organizers').value).toBe('Vegetarian');
    later.choose('Maybe');
    later.fill('A note for the organizers', '');
    await later.press(SEND);
    expect(await record(guest)).toMatchObject({ rsvp: 'tentative', notes: null });
  });

  it.each([
    [{ endsAt: '2027-05-01T23:00:00Z' }, 'Saturday, 1 May 2027, 19:30 to Sunday, 2 May 2027, 01:00'],
    [{ endsAt: null }, 'When Saturday, 1 May 2027, 19:30 Central European'],
    [{ startsAt: null }, 'When until Saturday, 1 May 2027, 22:00 Central European'],
    [{ startsAt: null, endsAt: null }, 'When Not fixed yet. Where'],
    [{ timezone: 'UTC' }, '17:30 to 20:00 UTC Where'],
    [{ venue: null }, 'Where Not fixed yet.'],
    [{ venue: { city: 'Vienna' } }, 'Where Vienna Your answer'],
  ])('says when and where as far as it is known: %j', async (fields, words) => {
    const page = await open((await invited(fields)).rsvpUrl);
    expect(page.text).toContain(words);
  });

  it('shows names and notes as what they are, whatever they look like', async () => {
    const guest = await invited(
      { name: `Night ${HOSTILE}`, venue: { name: `Hall ${HOSTILE}`, address: HOSTILE, city: HOSTILE } },
      { name: `Ada ${HOSTILE}` },
    );
    const note = `\n</textarea>${HOSTILE}`;
    await anybody()
      .post(new URL(guest.rsvpUrl).pathname, { rsvp: 'accepted', note: `x${note}` })
      .expect(200);
    const page = await open(guest.rsvpUrl);
    expect(page.title).toBe(`Night ${HOSTILE}`);
    expect(page.text).toContain(`invites Ada ${HOSTILE}`);
    expect(page.text).toContain(`Hall ${HOSTILE} ${HOSTILE}`);
    expect(page.field('A note for the organizers').value).toBe(`x${note}`);
    expect(page.document.querySelectorAll('script')).toHaveLength(1);
  });

  it('says at the fields what is wrong with the response', async () => {
    const page = await open((await invited()).rsvpUrl);
    page.fill('How many people are you bringing?', '1.5');
    page.fill('A note for the organizers', 'x'.repeat(2001));
    await page.press(SEND);
    expect(page.complaintAbout('Maybe')).toBe('Please choose one of the answers.');
    expect(page.complaintAbout('How many people are you bringing?')).toBe(
      'You can bring up to 5 people. Please enter a number from 0 to 5.',
    );
    expect(page.complaintAbout('A note for the organizers')).toBe('The note is too long: 2000 characters fit.');
    expect(page.text).not.toContain('Thank you');
  });

  it('says why a response is refused', async () => {
    const full = await open((await invited({ capacity: 1 })).rsvpUrl);
    full.choose('Yes, I am coming');
    full.fill('How many people are you bringing?', '1');
    await full.press(SEND);
    expect(full.text).toContain('The event does not have enough free places for you and the people you are bringing.');
    full.fill('How many people are you bringing?', '0');
    await full.press(SEND);
    expect(full.text).not.toContain('not enough');
    expect(full.text).toContain('You are coming.');

    const event = await newEvent(tenant.key);
    const guest = await invite(tenant.key, event);
    await seat(tenant.key, guest, await assignVehicle(tenant.key, event, 1));
    const cramped = await open(guest.rsvpUrl);
    cramped.choose('Yes, I am coming');
    cramped.fill('How many people are you bringing?', '1');
    await cramped.press(SEND);
    expect(cramped.text).toContain('Your vehicle does not have enough free seats');
  });

  it.each([
    ['cancelled', 'This event is cancelled.', 'This event is cancelled. It no longer takes answers.'],
    ['completed', 'This event is over.', 'This event is over. It no longer takes answers.'],
  ])('has no form once the event is %s, and refuses what was opened before', async (status, words, refusal) => {
    const guest = await invited();
    const before = await open(guest.rsvpUrl);
    await tenant.key.patch(`/api/events/${guest.eventId}`, { status }).expect(200);
    const page = await open(guest.rsvpUrl);
    expect(page.text).toContain(words);
    expect(page.document.querySelectorAll('form')).toHaveLength(0);
    before.choose('Maybe');
    await before.press(SEND);
    expect(before.text).toContain(refusal);
  });

  it('leads to a page that says so when it is none, with the status of it', async () => {
    const page = await open(`${service.url}/api/rsvp/nonsense`);
    expect(page.response.status).toBe(404);
    expect(page.text).toContain('This link does not work');
  });

  it('is answered as JSON to whoever does not prefer a page', async () => {
    const { pathname } = new URL((await invited()).rsvpUrl);
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9', 'text/plain, */*', '']) {
      const response = await anybody().with({ Accept: accept }).get(pathname).expect(200);
      expect([accept, response.headers['content-type']]).toEqual([accept, 'application/json; charset=utf-8']);
      expect(response.headers['vary']).toContain('Accept');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.body.event.name).toBe('Opening night');
      expectProblem(await anybody().with({ Accept: accept }).get('/api/rsvp/nonsense'), 404, 'not_found');
    }
  });
});

describe('the link to unsubscribe', () => {
  it('leads to a page that looks like the others and needs no script, for hostile names too', async () => {
    const mails = await mailOf(service, await whenDone(tenant.key, await emailFrom(tenant.key, ['x@example.com'])));
    const page = await open(service.url + unsubscribePathIn(mails[0]!));
    expect(page.text).toBe(`Unsubscribe Should x@example.com get no more e-mail from Alpine ${HOSTILE}? Unsubscribe`);
    expect(page.document.querySelectorAll('script')).toHaveLength(0);
    expect(page.response.headers.get('content-security-policy')).toBe(POLICY);
    const none = await open(`${service.url}/api/unsubscribe/none`);
    expect([none.response.status, none.text]).toEqual([404, expect.stringContaining('This link does not work')]);
  });
});

describe('every page', () => {
  let paths: string[];

  beforeAll(async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const mails = await mailOf(service, await whenDone(tenant.key, await emailFrom(tenant.key, ['y@example.com'])));
    paths = [
      '/invitations/accept?token=secret-1',
      '/password/reset?token=secret-2',
      new URL(guest.rsvpUrl).pathname,
      unsubscribePathIn(mails[0]!),
      '/api/rsvp/none',
    ];
  });

  it('is kept by nobody, framed by nobody, listed by nobody, and runs nothing but the own script', async () => {
    for (const path of paths) {
      const { headers, text } = await anybody().with(BROWSER).get(path);
      expect([path, headers]).toEqual([
        path,
        expect.objectContaining({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': POLICY,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
          'x-content-type-options': 'nosniff',
        }),
      ]);
      expect(text).toMatch(/^<!doctype html>\s*<html lang="en"/);
      expect(text).toContain('<meta name="robots" content="noindex" />');
      expect(text).not.toMatch(/<style|style="|<script>|\son\w+="|(src|href|action)="(https?:)?\/\//);
      expect(text).not.toContain('secret-');
    }
  });

  it('finds style and script from where it stands, with a slash at the end and behind a prefix too', async () => {
    for (const path of [...paths, '/invitations/accept/', '/password/reset/']) {
      const { text } = await anybody().with(BROWSER).get(path);
      const files = [...text.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        const { pathname } = new URL(file, `https://example.com/tours${path}`);
        expect(pathname).toMatch(/^\/tours\/api\/pages\/page\.(css|js)$/);
      }
    }
    const { text, headers } = await anybody().get('/api/pages/page.js').expect(200);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['cache-control']).toBe('public, max-age=86400');
    expect(text).toContain('use strict');
    await anybody()
      .get('/api/pages/page.css')
      .expect(200)
      .expect('Content-Type', /^text\/css/);
  });

  it('reaches the API from behind a slash too', async () => {
    const { email } = await registerConfirmed();
    const page = await open((await invitationFor(email)).replace('?', '/?'));
    await page.press(KNOWN);
    expect(page.text).toContain('You have joined');
  });

  it('is logged without what opens it', async () => {
    const email = address();
    const [invitation, reset] = [await invitationFor(email), await resetLinkFor(tenant.email)];
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const before = service.log.length;
    for (const url of [invitation, reset, guest.rsvpUrl]) await open(url);
    await anybody().post('/invitations/accept?token=secret-3').expect(405);
    await anybody().get('/password/reset/deeper?token=secret-4').expect(404);
    const lines = service.log.slice(before).join('');
    for (const route of ['/invitations/accept', '/password/reset', '/api/rsvp/:token'])
      expect(lines).toContain(`"route":"${route}"`);
    const tokens = [invitation, reset].map((url) => new URL(url).searchParams.get('token')!);
    for (const token of [...tokens, guest.rsvpUrl.split('/').at(-1), 'secret-']) expect(lines).not.toContain(token);
  });

  it('is only read', async () => {
    for (const path of ['/invitations/accept', '/password/reset', '/api/pages/page.js']) {
      const response = await anybody().post(path, { token: 'x' });
      expectProblem(response, 405, 'method_not_allowed');
      expect(response.headers['allow']).toBe('GET, HEAD');
    }
  });

  it('counts for the rate limit; its files do not', async () => {
    const strict = await startTestApp({ RATE_LIMIT: '3' });
    try {
      const caller = new Client(strict.url, BROWSER);
      for (const path of ['/invitations/accept', '/password/reset', '/api/rsvp/none']) {
        const { headers } = await caller.get(path);
        expect(headers['ratelimit-policy']).toBe('"default";q=3;w=60');
      }
      for (let times = 0; times < 3; times++) {
        const { headers } = await caller.get('/api/pages/page.css').expect(200);
        expect(headers['ratelimit']).toContain('r=0');
      }
      expectProblem(await caller.get('/invitations/accept'), 429, 'rate_limited');
      await caller.get('/health/live').expect(200);
    } finally {
      await strict.close();
    }
  });
});
