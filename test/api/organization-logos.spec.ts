import { JSDOM } from 'jsdom';
import { Client, type Json } from '../support/client';
import { sendScheduled } from '../support/due-messages';
import { eventually } from '../support/eventually';
import { useTenant, useTestApp } from '../support/fixtures';
import { invite, newEvent, rsvpPathOf } from '../support/guests';
import { readMailFiles, type ReceivedMail } from '../support/mail';
import { mailOf, unsubscribePathIn, whenDone } from '../support/notifications';

const service = useTestApp();
const tenant = useTenant(service, { organizationName: 'Kulturverein "Süd"' });
const HOUR_MS = 3_600_000;
const LOGO = 'https://pictures.example.com/a%20logo.png?v=1&w=2';

const choose = (logo: string | null) => tenant.session.patch('/api/organizations/me', { logo }).expect(200);
const pictureIn = (html: string) => new JSDOM(html).window.document.querySelector('img');

async function message(address: string): Promise<ReceivedMail> {
  const body = { to: [address], subject: 'Hello', body: 'See you.' };
  const accepted = (await tenant.key.post('/api/notifications/email', body).expect(202)).body;
  return (await mailOf(service, await whenDone(tenant.key, accepted)))[0]!;
}

const letterTo = (address: string) =>
  eventually('a letter', async () =>
    (await readMailFiles(service.dataDir)).find(({ headers }) => headers['to']?.includes(address)),
  );

/** Somebody waits for a place, and gets it. */
async function placeLetter(email: string): Promise<ReceivedMail> {
  const event = await newEvent(tenant.key, { capacity: 1, waitlist: 'automatic' });
  const guests: Json[] = [];
  for (const guest of [{ name: 'First' }, { name: 'Ada', email }]) {
    guests.push(await invite(tenant.key, event, guest));
    await new Client(service.url).post(rsvpPathOf(guests.at(-1)!), { rsvp: 'accepted' }).expect(200);
  }
  await new Client(service.url).post(rsvpPathOf(guests[0]!), { rsvp: 'declined' }).expect(200);
  return letterTo(email);
}

async function invitationLetter(email: string): Promise<ReceivedMail> {
  await tenant.session.post('/api/organizations/invitations', { email, role: 'Member' }).expect(201);
  return letterTo(email);
}

describe("an organization's logo", () => {
  const letters = { message, place: placeLetter, invitation: invitationLetter };

  it.each(Object.entries(letters))('stands above the letter: %s', async (kind, send) => {
    await choose(LOGO);
    const { html, text } = await send(`with-${kind}@example.com`);
    const picture = pictureIn(html)!;
    expect(picture.getAttribute('src')).toBe(LOGO);
    expect(picture.getAttribute('alt')).toBe('Logo');
    // Some programs take the height from nowhere else.
    expect(picture.getAttribute('height')).toBe('40');
    expect(picture.parentElement!.textContent).toContain('Kulturverein "Süd"');
    expect(text).not.toContain('pictures.example.com');
  });

  it.each([
    ['none is set', null],
    ['it comes over http', 'http://pictures.example.com/logo.png'],
  ])('is in no letter where %s', async (_why, logo) => {
    await choose(logo);
    const { html } = await message('without@example.com');
    expect(pictureIn(html)).toBeNull();
    expect(html).toContain('>Kulturverein &quot;Süd&quot;</div>');
  });

  it('that was removed is in no letter that waited for its time', async () => {
    await choose(LOGO);
    const body = { to: ['later@example.com'], subject: 'Hello', body: 'See you.' };
    const sendAt = new Date(service.clock.now().getTime() + HOUR_MS).toISOString();
    await tenant.key.post('/api/notifications/email', { ...body, sendAt }).expect(202);
    await choose(null);
    service.clock.advance(HOUR_MS + 1);
    await sendScheduled(service);
    service.clock.release();
    const mail = await letterTo('later@example.com');
    expect(pictureIn(mail.html)).toBeNull();
  });

  it.each(['pass', 'unsubscribe'])('stands on the page: %s', async (page) => {
    await choose(LOGO);
    const path =
      page === 'pass'
        ? `/rsvp/${rsvpPathOf(await invite(tenant.key, await newEvent(tenant.key), { name: 'Ada' }))
            .split('/')
            .pop()!}/pass`
        : unsubscribePathIn(await message('reader@example.com'));
    const read = () => new Client(service.url, { Accept: 'text/html' }).get(path).expect(200);
    const { text, headers } = await read();
    expect(pictureIn(text)!.getAttribute('src')).toBe(LOGO);
    expect(headers['content-security-policy']).toMatch(/; img-src https:\/\/pictures\.example\.com$/);
    await choose(null);
    const without = await read();
    expect(pictureIn(without.text)).toBeNull();
    expect(without.headers['content-security-policy']).not.toContain('img-src');
  });
});
