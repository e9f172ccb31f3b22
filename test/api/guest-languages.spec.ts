import { JSDOM } from 'jsdom';
import { unique } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { eventually } from '../support/eventually';
import { invite, newEvent, pathOfGuest, rsvpPathOf } from '../support/guests';
import { readMailFiles, type ReceivedMail } from '../support/mail';
import { mailOf, unsubscribePathIn, whenDone } from '../support/notifications';

const service = useTestApp();
const tenant = useTenant(service, { organizationName: 'Kulturverein e. V.' });
const EVENT = {
  name: 'Fest',
  startsAt: '2027-05-01T17:30:00Z',
  endsAt: '2027-05-01T20:00:00Z',
  timezone: 'Europe/Vienna',
};
let guest: Json;

beforeAll(async () => {
  await tenant.session.patch('/api/settings', { locale: 'de-AT' }).expect(200);
  guest = await invite(tenant.key, await newEvent(tenant.key, EVENT), { name: 'Ada', email: 'ada@example.com' });
});

const anybody = (language?: string) =>
  new Client(service.url, { Accept: 'text/html', ...(language !== undefined && { 'Accept-Language': language }) });
const documentOf = ({ text }: { text: string }) => new JSDOM(text).window.document;
const wordsOf = (document: Document) => document.querySelector('main')!.textContent!.replace(/\s+/g, ' ');
const letterTo = (address: string): Promise<ReceivedMail> =>
  eventually(`mail to ${address}`, async () =>
    (await readMailFiles(service.dataDir)).find(({ headers }) => headers['to']!.includes(address)),
  );

describe('pages for guests', () => {
  it.each([
    [undefined, 'de', 'Kulturverein e. V. lädt Ada ein', 'Samstag, 1. Mai 2027, 19:30 bis 22:00'],
    ['fr, *;q=0.1', 'de', 'Kulturverein e. V. lädt Ada ein', 'Samstag, 1. Mai 2027, 19:30 bis 22:00'],
    ['de-CH,de;q=0.9,en;q=0.8', 'de', 'Kulturverein e. V. lädt Ada ein', 'Samstag, 1. Mai 2027, 19:30 bis 22:00'],
    ['fr,en-US;q=0.7,de;q=0.3', 'en', 'Kulturverein e. V. invites Ada', 'Saturday, 1 May 2027, 19:30 to 22:00'],
  ])('for a browser that asks for %s are in %s', async (asked, language, invited, when) => {
    const response = await anybody(asked).get(rsvpPathOf(guest)).expect(200);
    expect(response.headers['content-language']).toBe(language);
    expect(response.headers['vary']).toContain('Accept-Language');
    const document = documentOf(response);
    expect(document.documentElement.lang).toBe(language);
    expect(wordsOf(document)).toContain(invited);
    expect(wordsOf(document)).toContain(when);
  });

  it('say in the language that a link leads nowhere', async () => {
    for (const path of ['/api/rsvp/nothing', '/api/unsubscribe/nothing']) {
      const response = await anybody('de').get(path).expect(404);
      expect(response.headers['content-language']).toBe('de');
      expect(wordsOf(documentOf(response))).toContain('Dieser Link funktioniert nicht');
    }
  });

  it('have sentences of their own for what can be wrong, and the most that one may bring', async () => {
    const document = documentOf(await anybody('de').get(rsvpPathOf(guest)).expect(200));
    const said = (field: string) => document.querySelector<HTMLElement>(`[data-error-of="${field}"]`)!.dataset['wrong'];
    expect(said('rsvp')).toBe('Bitte wählen Sie eine der Antworten.');
    expect(said('plusOnes')).toContain('bis zu 5 Personen');
    expect(document.querySelector('input[name="plusOnes"]')!.getAttribute('max')).toBe('5');
  });
});

describe('the form of an invitation without a script', () => {
  const form = () => `${rsvpPathOf(guest)}/form`;
  const send = (fields: Record<string, string>) => anybody('de').post(form()).type('form').send(fields).expect(200);

  it('goes to an address of its own, takes the answer and says so', async () => {
    const page = documentOf(await anybody('de').get(rsvpPathOf(guest)).expect(200));
    const action = page.querySelector('form')!.getAttribute('action')!;
    expect(new URL(action, service.url + rsvpPathOf(guest)).pathname).toBe(form());
    const document = documentOf(await send({ rsvp: 'accepted', plusOnes: '2', note: 'Wir kommen\r\nspäter.' }));
    expect(document.querySelector<HTMLElement>('[data-outcome="done"]')!.hidden).toBe(false);
    expect(wordsOf(document)).toContain('Sie kommen.');
    expect((await tenant.key.get(pathOfGuest(guest)).expect(200)).body).toMatchObject({
      rsvp: 'accepted',
      plusOnes: 2,
    });
  });

  it.each([
    [{ plusOnes: '1' }, 'Bitte wählen Sie eine der Antworten.'],
    [{ rsvp: 'maybe' }, 'Bitte wählen Sie eine der Antworten.'],
    [{ rsvp: 'accepted', plusOnes: '6' }, 'Bitte geben Sie eine Zahl von 0 bis 5 ein.'],
    [{ rsvp: 'accepted', plusOnes: 'two' }, 'Bitte geben Sie eine Zahl von 0 bis 5 ein.'],
  ])('says beside the field what is wrong with %j, and keeps what was written', async (fields, sentence) => {
    const document = documentOf(await send({ note: 'Bis bald', ...fields }));
    const shown = [...document.querySelectorAll<HTMLElement>('[data-error-of]')].filter(({ hidden }) => !hidden);
    expect(shown.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(sentence)]);
    expect(document.querySelector('textarea')!.value).toBe('Bis bald');
  });

  it('says why an answer cannot be taken', async () => {
    const event = await newEvent(tenant.key, { capacity: 1 });
    const place = await invite(tenant.key, event);
    const full = await anybody('de')
      .post(`${rsvpPathOf(place)}/form`)
      .type('form')
      .send({ rsvp: 'accepted', plusOnes: '1' })
      .expect(200);
    expect(documentOf(full).querySelector('[data-alert]')!.textContent).toContain('nicht genug freie Plätze');
    await anybody('de').post('/api/rsvp/nothing/form').type('form').send({ rsvp: 'accepted' }).expect(404);
  });
});

describe('letters', () => {
  it("speak the organization's language, with the link as a button, and never with two full stops", async () => {
    const body = 'Guten Tag,\n\n{{organization.name}}. Bitte antworten Sie:\n\n{{rsvpUrl}}';
    const bulk = { channel: 'email', eventId: guest.eventId, subject: 'Einladung', body };
    const accepted = (await tenant.key.post('/api/notifications/bulk', bulk).expect(202)).body;
    const [mail] = await mailOf(service, await whenDone(tenant.key, accepted));
    const { document } = new JSDOM(mail!.html).window;
    expect(document.documentElement.lang).toBe('de');
    expect(mail!.text).toContain('Kulturverein e. V. Bitte antworten');
    expect(mail!.text).toContain('Keine E-Mails mehr von diesem Absender:');
    expect(mail!.text).not.toContain('..');
    const button = [...document.querySelectorAll('a')].find(
      ({ textContent }) => textContent === 'Einladung beantworten',
    );
    expect(button!.href).toBe(guest.rsvpUrl);
    expect(mail!.text).toContain(guest.rsvpUrl);
    const page = await anybody().get(unsubscribePathIn(mail!)).expect(200);
    expect(wordsOf(documentOf(page))).toContain(
      'Soll ada@example.com keine E-Mails mehr von Kulturverein e. V. bekommen?',
    );
    const done = await anybody('de').post(unsubscribePathIn(mail!)).expect(200);
    expect(wordsOf(documentOf(done))).toContain('bekommt keine E-Mails mehr von Kulturverein e. V.');
    expect(wordsOf(documentOf(done))).not.toContain('..');
  });

  it('invite members in it', async () => {
    const email = `${unique('member')}@example.com`;
    await tenant.session.post('/api/organizations/invitations', { email, role: 'Member' }).expect(201);
    const { headers, html } = await letterTo(email);
    expect(headers['subject']).toContain('lädt Sie zu Kulturverein e. V. ein');
    expect(html).toContain('Einladung annehmen');
  });
});

describe('a registration', () => {
  const register = async (fields: Json, language?: string) => {
    const email = `${unique('founder')}@example.com`;
    const body = { organizationName: 'Neu', name: 'Ada', email, password: 'correct horse battery', ...fields };
    const response = await anybody(language)
      .with({ Accept: 'application/json' })
      .post('/api/auth/register', body)
      .expect(201);
    const session = new Client(service.url, { Cookie: sessionCookieOf(response) });
    return { email, settings: (await session.get('/api/settings').expect(200)).body };
  };

  it.each([
    [{ locale: 'de-at' }, undefined, 'de-AT', 'Verpflegung', 'Bestätigen Sie Ihre E-Mail-Adresse'],
    [{}, 'de-DE,de;q=0.9,en;q=0.8', 'de-DE', 'Verpflegung', 'Bestätigen Sie Ihre E-Mail-Adresse'],
    [{ locale: 'en-GB' }, 'de', 'en-GB', 'catering', 'Confirm your e-mail address'],
    [{}, undefined, 'en', 'catering', 'Confirm your e-mail address'],
  ])('with %j by a browser of %s begins in %s', async (fields, language, locale, category, subject) => {
    const { email, settings } = await register(fields, language);
    expect(settings.locale).toBe(locale);
    expect(settings.expenseCategories).toHaveLength(10);
    expect(settings.expenseCategories).toContain(category);
    expect((await letterTo(email)).headers['subject']).toBe(subject);
  });
});
