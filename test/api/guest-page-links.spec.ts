import ICAL from 'ical.js';
import { JSDOM } from 'jsdom';
import { Client, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { invite, newEvent, pathOfGuest, rsvpPathOf } from '../support/guests';
import { mailOf, whenDone } from '../support/notifications';
import { expectProblem } from '../support/problem';

const service = useTestApp();
const tenant = useTenant(service, { organizationName: 'Kulturverein' });
const EVENT = {
  name: 'Advent',
  startsAt: '2027-12-03T18:30:00Z',
  endsAt: '2027-12-03T21:00:00Z',
  timezone: 'Europe/Vienna',
};
const LOGO = 'https://pictures.example.com/logo.png';

beforeAll(() => tenant.session.patch('/api/settings', { locale: 'de-AT' }).expect(200));

const invited = async (fields: Json = {}) =>
  invite(tenant.key, await newEvent(tenant.key, { ...EVENT, ...fields }), { name: 'Ada', email: 'ada@example.com' });
const browser = () => new Client(service.url, { Accept: 'text/html', 'Accept-Language': 'de' });
const pageOf = async (path: string) => new JSDOM((await browser().get(path).expect(200)).text).window.document;
const calendarPathOf = (guest: Json) => `/rsvp/${rsvpPathOf(guest).split('/').pop()!}/calendar.ics`;
const chosenOn = (page: Document) => page.querySelector<HTMLInputElement>('input[name="rsvp"]:checked')?.value;

describe("a guest's page", () => {
  it('leads whoever comes to the event for their calendar, and others not', async () => {
    const guest = await invited();
    const linkOn = async () => (await pageOf(rsvpPathOf(guest))).querySelector<HTMLElement>('a[href$="calendar.ics"]')!;
    expect((await linkOn()).closest('[hidden]')).not.toBeNull();
    await new Client(service.url).post(rsvpPathOf(guest), { rsvp: 'accepted' }).expect(200);
    const link = await linkOn();
    expect(link.closest('[hidden]')).toBeNull();
    expect(link.textContent).toBe('In meinen Kalender');
    expect(new URL(link.getAttribute('href')!, service.url + rsvpPathOf(guest)).pathname).toBe(calendarPathOf(guest));
  });

  it('has no calendar where there is no start', async () => {
    const page = await pageOf(rsvpPathOf(await invited({ startsAt: null, endsAt: null })));
    expect(page.querySelector('a[href$="calendar.ics"]')).toBeNull();
    expect(page.querySelector('.tile')).toBeNull();
  });

  it("shows day and month of the event's zone at a glance, to eyes alone", async () => {
    const tile = (
      await pageOf(rsvpPathOf(await invited({ startsAt: '2027-11-30T23:30:00Z', endsAt: null })))
    ).querySelector('.tile')!;
    expect(tile.textContent).toBe('Dez1');
    expect(tile.getAttribute('aria-hidden')).toBe('true');
  });

  it.each([
    ['accepted', 'accepted'],
    ['declined', 'declined'],
    ['pending', undefined],
    ['"><script>', undefined],
  ])('opened with the answer %s has it chosen, and saves nothing', async (asked, chosen) => {
    const guest = await invited();
    const page = await pageOf(`${rsvpPathOf(guest)}?rsvp=${encodeURIComponent(asked)}&utm_source=mail`);
    expect(chosenOn(page)).toBe(chosen);
    expect(page.querySelectorAll('body script')).toHaveLength(0);
    expect((await tenant.key.get(pathOfGuest(guest)).expect(200)).body.rsvp).toBe('pending');
  });

  it('chooses another answer than the one that is saved, and keeps the rest', async () => {
    const guest = await invited();
    await new Client(service.url)
      .post(rsvpPathOf(guest), { rsvp: 'accepted', plusOnes: 1, companions: [{ name: 'Grete' }], note: 'Bis bald' })
      .expect(200);
    const page = await pageOf(`${rsvpPathOf(guest)}?rsvp=declined`);
    expect(chosenOn(page)).toBe('declined');
    expect(page.querySelector<HTMLInputElement>('[name="companions.0.name"]')!.value).toBe('Grete');
    expect(page.querySelector<HTMLInputElement>('[name="plusOnes"]')!.value).toBe('1');
    expect(page.querySelector('textarea')!.value.trim()).toBe('Bis bald');
  });

  it("shows the organization's picture, and lets pictures come from its host alone", async () => {
    const guest = await invited();
    const own = '/api/organizations/me';
    const policyWith = async (logo: string | null) => {
      await tenant.session.patch(own, { logo }).expect(200);
      const response = await browser().get(rsvpPathOf(guest)).expect(200);
      const picture = new JSDOM(response.text).window.document.querySelector('img');
      return [picture?.getAttribute('src') ?? null, response.headers['content-security-policy']] as const;
    };
    expect(await policyWith(null)).toEqual([null, expect.not.stringContaining('img-src')]);
    expect(await policyWith(LOGO)).toEqual([
      LOGO,
      expect.stringMatching(/; img-src https:\/\/pictures\.example\.com$/),
    ]);
    expect(await policyWith('http://pictures.example.com/logo.png')).toEqual([
      null,
      expect.not.stringContaining('img-src'),
    ]);
  });
});

describe("the calendar of a guest's link", () => {
  const read = async (guest: Json) => {
    const { text, headers } = await new Client(service.url).get(calendarPathOf(guest)).buffer(true).expect(200);
    expect(headers['content-type']).toContain('text/calendar');
    return new ICAL.Component(ICAL.parse(text) as unknown[] as never);
  };

  it('is the event alone, under the UID that its own calendar has, and says when it is cancelled', async () => {
    const guest = await invited();
    const [entry, ...more] = (await read(guest)).getAllSubcomponents('vevent');
    expect(more).toEqual([]);
    const event = new ICAL.Event(entry!);
    expect(event.summary).toBe('Advent');
    expect(event.startDate.toJSDate().toISOString()).toBe('2027-12-03T18:30:00.000Z');
    const whole = await tenant.key.get(`/api/events/${guest.eventId}/calendar.ics`).buffer(true).expect(200);
    expect(whole.text).toContain(`UID:${event.uid}`);
    await tenant.key.patch(`/api/events/${guest.eventId}`, { status: 'cancelled' }).expect(200);
    expect((await read(guest)).getFirstSubcomponent('vevent')!.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  it('is not there without a link that is good', async () => {
    expectProblem(await new Client(service.url).get('/rsvp/nonsense/calendar.ics'), 404, 'not_found');
    const guest = await invited();
    await tenant.key.delete(pathOfGuest(guest)).expect(204);
    expectProblem(await new Client(service.url).get(calendarPathOf(guest)), 404, 'not_found');
    expectProblem(await new Client(service.url).post(calendarPathOf(guest)), 405, 'method_not_allowed');
  });
});

describe('an invitation by e-mail', () => {
  it('has a button for each answer, map and calendar below, and stays one link as text', async () => {
    const guest = await invited({ venue: { name: 'Brucknerhaus', address: 'Untere Donaulände 7', city: 'Linz' } });
    const body = 'Guten Tag,\n\n{{rsvpUrl}}';
    const bulk = { channel: 'email', eventId: guest.eventId, subject: 'Einladung', body };
    const accepted = (await tenant.key.post('/api/notifications/bulk', bulk).expect(202)).body;
    const [mail] = await mailOf(service, await whenDone(tenant.key, accepted));
    const links = [...new JSDOM(mail!.html).window.document.querySelectorAll('a')].map((link) => [
      link.textContent,
      link.href,
    ]);
    const place = encodeURIComponent('Untere Donaulände 7, Linz');
    expect(links.slice(0, 6)).toEqual([
      ['Ich komme', `${guest.rsvpUrl}?rsvp=accepted`],
      ['Vielleicht', `${guest.rsvpUrl}?rsvp=tentative`],
      ['Ich kann nicht', `${guest.rsvpUrl}?rsvp=declined`],
      ['Einladung beantworten', guest.rsvpUrl],
      ['Auf der Karte zeigen', `https://www.openstreetmap.org/search?query=${place}`],
      ['In meinen Kalender', expect.stringMatching(/calendar\.ics$/)],
    ]);
    const { pathname } = new URL(links[5]![1]!);
    expect(pathname).toBe(calendarPathOf(guest));
    await new Client(service.url).get(pathname).expect(200);
    expect(mail!.text.split('\r\n')).toEqual(expect.arrayContaining(['Einladung beantworten:', guest.rsvpUrl]));
    expect(mail!.text).not.toContain('?rsvp=');
  });

  it('looks the same in a letter that a planner sends to themselves, and other addresses stay text', async () => {
    const guest = await invited();
    const elsewhere = `https://elsewhere.example/api/rsvp/${guest.rsvpUrl.split('/').at(-1)}`;
    const forged = guest.rsvpUrl.slice(0, -2) + (guest.rsvpUrl.endsWith('AA') ? 'BB' : 'AA');
    const body = [guest.rsvpUrl, guest.passUrl, elsewhere, forged].join('\n\n');
    const test = { to: ['planner@example.com'], subject: 'Test', body };
    const accepted = (await tenant.key.post('/api/notifications/email', test).expect(202)).body;
    const [mail] = await mailOf(service, await whenDone(tenant.key, accepted));
    const links = [...new JSDOM(mail!.html).window.document.querySelectorAll('a')].map(
      ({ textContent }) => textContent,
    );
    expect(links.slice(0, 7)).toEqual([
      'Ich komme',
      'Vielleicht',
      'Ich kann nicht',
      'Einladung beantworten',
      'Meinen Pass zeigen',
      elsewhere,
      forged,
    ]);
  });
});
