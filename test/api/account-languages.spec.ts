import { BrowserPage } from '../support/browser';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client } from '../support/client';
import { eventually } from '../support/eventually';
import { useTestApp } from '../support/fixtures';
import { readMailFiles, type ReceivedMail } from '../support/mail';
import { mailTo } from '../support/members';
import { linkIn } from '../support/password-resets';
import { sql } from '../support/sql';

const PASSWORD = 'ein eigenes Passwort';
const GERMAN = 'de-AT,de;q=0.9,en;q=0.8';

const service = useTestApp();
let tenant: Tenant;
const opened: BrowserPage[] = [];
beforeAll(async () => (tenant = await germanTenant()));
afterEach(() => {
  const pages = opened.splice(0);
  for (const page of pages) page.close();
  expect(pages.flatMap(({ failures }) => failures)).toEqual([]);
});

const anybody = () => new Client(service.url);
const address = () => `${unique('person')}@example.com`;

async function germanTenant(): Promise<Tenant> {
  const registered = await registerTenant(service.url, { organizationName: 'Kulturverein' });
  await registered.session.patch('/api/settings', { locale: 'de-AT' }).expect(200);
  return registered;
}

async function open(url: string, language = GERMAN): Promise<BrowserPage> {
  const page = await BrowserPage.open(url, language);
  opened.push(page);
  return page;
}

const letterTo = (email: string, subject: string): Promise<ReceivedMail> =>
  eventually(`"${subject}"`, async () =>
    // To who has shown that the mailbox is theirs it is addressed by name.
    (await readMailFiles(service.dataDir)).find(
      ({ headers }) => headers['to']!.includes(email) && headers['subject'] === subject,
    ),
  );

async function invitationFor(email: string): Promise<string> {
  await tenant.session.post('/api/organizations/invitations', { email, role: 'Member' }).expect(201);
  const mails = await eventually(`mail to ${email}`, async () => {
    const received = await mailTo(service, email);
    return received.length > 0 ? received : null;
  });
  return linkIn(mails.at(-1)!);
}

/** Nothing of the API's, which is English, can be said on the page. */
function expectToSpeak(page: BrowserPage): void {
  const forms = [...page.document.querySelectorAll('form')];
  expect(forms.map(({ dataset }) => dataset['speaks'])).toEqual(forms.map(() => ''));
  for (const place of page.document.querySelectorAll<HTMLElement>('[data-error-of]'))
    expect(place.dataset['wrong']).toBeTruthy();
}

describe('the pages about accounts', () => {
  it.each([
    ['/invitations/accept?token=x', 'Einladung annehmen', 'Accept your invitation'],
    ['/password/reset?token=x', 'Neues Passwort wählen', 'Choose a new password'],
    ['/email/confirm?token=x', 'E-Mail-Adresse bestätigen', 'Confirm your e-mail address'],
    ['/email/cancel?token=x', 'Änderung Ihrer E-Mail-Adresse stoppen', 'Stop the change of your e-mail address'],
  ])('%s are in the language that the browser asks for, or else in English', async (path, german, english) => {
    const page = await open(service.url + path);
    expect(page.title).toBe(german);
    expect(page.document.documentElement.lang).toBe('de');
    expect(page.response.headers.get('content-language')).toBe('de');
    expect(page.response.headers.get('vary')).toContain('Accept-Language');
    expectToSpeak(page);
    const other = await open(service.url + path, 'fr');
    expect(other.title).toBe(english);
    expect(other.document.documentElement.lang).toBe('en');
  });

  it('have somebody join in German, and say at the fields what they lack', async () => {
    const page = await open(await invitationFor(address()));
    await page.press('Mit meinem Konto beitreten');
    expect(page.complaintAbout('Ihr Name')).toBe('Bitte geben Sie Ihren Namen ein.');
    page.fill('Ihr Name', 'Grete');
    page.fill('Passwort', 'kurz');
    await page.press('Konto eröffnen und beitreten');
    expect(page.complaintAbout('Passwort')).toBe('Das Passwort braucht mindestens 8 Zeichen.');
    page.fill('Passwort', 'password1');
    await page.press('Konto eröffnen und beitreten');
    expect(page.complaintAbout('Passwort')).toBe('Dieses Passwort ist zu leicht zu erraten.');
    page.fill('Passwort', PASSWORD);
    await page.press('Konto eröffnen und beitreten');
    expect(page.text).toContain('Sie sind jetzt Mitglied von Kulturverein.');
    expect(page.text).toContain('angemeldet als Grete.');
  });

  it('say in German why it cannot be', async () => {
    const { email, user } = await registerTenant(service.url);
    const page = await open(await invitationFor(email));
    await sql(service.databaseUrl, `UPDATE users SET status = 'suspended', email_proven_at = now() WHERE id = $1`, [
      user.id,
    ]);
    await page.press('Mit meinem Konto beitreten');
    expect(page.text).toContain('Dieses Konto ist gesperrt.');
    const none = await open(`${service.url}/invitations/accept`);
    expect(none.text).toContain('Diese Einladung gilt nicht mehr');
  });
});

describe('letters about an account', () => {
  it("speak its organization's language, whoever asks for them", async () => {
    const { email } = await germanTenant();
    await anybody().with({ 'Accept-Language': 'en' }).post('/api/auth/password/forgot', { email });
    const letter = await letterTo(email, 'Wählen Sie ein neues Passwort');
    expect(letter.html).toContain('<html lang="de">');
    expect(letter.text).toContain('Noch hat niemand bestätigt');
    const page = await open(linkIn(letter));
    page.fill('Neues Passwort', PASSWORD);
    await page.press('Neues Passwort setzen');
    expect(page.text).toContain('Ihr neues Passwort ist gesetzt.');
    const notice = await letterTo(email, 'Ihr Passwort wurde zurückgesetzt');
    expect(notice.text).toContain('Von: ein unbekanntes Programm, unter der Adresse 127.0.0.1');
    expect(notice.text).toContain('Wenn Sie es nicht waren, liest jemand Ihre E-Mails.');
    const claimed = await letterTo(email, 'Ihr Konto gehört jetzt Ihnen allein');
    expect(claimed.text).toContain('Widerrufene API-Schlüssel: 1.');
  });

  it('follow a user who goes to another organization', async () => {
    const member = await registerTenant(service.url);
    await sql(service.databaseUrl, 'UPDATE users SET email_proven_at = now() WHERE id = $1', [member.user.id]);
    await member.session.post('/api/auth/email', { email: address() }).expect(202);
    await letterTo(member.email, 'Somebody wants to change the e-mail address of your account');
    const page = await open(await invitationFor(member.email));
    await page.press('Mit meinem Konto beitreten');
    const taken = address();
    await member.session.post('/api/auth/email', { email: taken }).expect(202);
    const asked = await letterTo(member.email, 'Jemand möchte die E-Mail-Adresse Ihres Kontos ändern');
    expect(asked.text).toContain(`Guten Tag ${member.user.name},`);
    const confirm = await letterTo(taken, 'Bestätigen Sie Ihre neue E-Mail-Adresse');
    const stop = await open(linkIn(asked));
    await stop.press('Diese Änderung stoppen');
    expect(stop.text).toContain('Die Änderung ist gestoppt.');
    const gone = await open(linkIn(confirm));
    await gone.press('Diese Adresse bestätigen');
    expect(gone.text).toContain('Dieser Link gilt nicht mehr');
  });
});
