import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { EXPORTS, googleContacts } from './support/contact-exports';
import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

interface Guests {
  readonly total: number;
  readonly data: readonly { name: string; email: string | null; tags: string[]; phone: string | null }[];
}

const field = (page: Page, column: string) => page.getByRole('combobox', { name: column, exact: true });
const file = (text: string | Buffer, name = 'guests.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.isBuffer(text) ? text : Buffer.from(text),
});
const choose = (page: Page, chosen: ReturnType<typeof file>) =>
  page.getByLabel('File', { exact: true }).setInputFiles(chosen);
const importButton = (page: Page) => page.getByRole('button', { name: /^Import \d/ });

async function choosing(page: Page, column: string, option: string): Promise<void> {
  await field(page, column).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** As Excel in Western Europe writes it: Windows-1252, semicolons. */
const GERMAN = Buffer.from(
  [
    'Nachname;Vorname;E-Mail-Adresse;Handy;Gruppen;Bus',
    'Müller;Jörg;joerg@example.com;0043 660 1234567;VIP, Presse;1',
    'Öztürk;Ayşe;kein at-Zeichen;;;2'.replace('ş', 's'),
    'Größe;Änne;aenne@example.com;12;;2',
    'Fuß;Zoë;zoe@example.com;;;1',
    ';;;;VIP;3',
  ].join('\r\n'),
  'latin1',
);

test('a planner imports a German file of Excel: recognized, matched, checked line by line', async ({
  page,
  organization,
}) => {
  await page.goto('/guests');
  await page.getByRole('link', { name: 'Import' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import guests' })).toBeVisible();
  await choose(page, file(GERMAN, 'Gäste.csv'));
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('Windows-1252 (Western Europe)');
  await expect(page.getByRole('combobox', { name: 'Separator' })).toHaveValue('Semicolon');
  await expect(field(page, 'Nachname')).toHaveValue('Last name');
  await expect(field(page, 'Handy')).toHaveValue('Phone');
  await page.getByRole('button', { name: 'Show 1 other column' }).click();
  await expect(field(page, 'Bus')).toHaveValue('Not imported');
  await choosing(page, 'Bus', 'Notes');
  await expect(page.getByText('nothing is imported yet: 4 guests created')).toBeVisible();
  await expect(page.getByText('2 lines come in without a cell that cannot be used.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^3 Ready .*Left out: E-mail: .*Ayse Öztürk/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^4 Ready .*Left out: Phone: .*Änne Größe/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^6 Name: This is required/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^2 Ready .*Jörg Müller/ })).toBeVisible();
  await expectAccessible(page);
  const errors = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download errors' }).click();
  const saved = await readFile(await (await errors).path(), 'utf8');
  expect(saved.split('\r\n')[0]).toBe('\uFEFFNachname;Vorname;E-Mail-Adresse;Handy;Gruppen;Bus;Line;Problem');
  expect(saved).toMatch(/^;;;;VIP;3;6;Name: /m);
  expect(await organization.get<Guests>('guests')).toMatchObject({ total: 0 });

  await importButton(page).click();
  await expect(page.getByText('The import is done')).toBeVisible();
  await expect(page.getByText('4 guests created, 0 changed, 0 left as they are.')).toBeVisible();
  const result = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download result' }).click();
  expect(await readFile(await (await result).path(), 'utf8')).toMatch(/^Müller;Jörg;.*;2;Imported;/m);
  const { data } = await organization.get<Guests>('guests?sortBy=name');
  expect(data).toMatchObject([
    { name: 'Änne Größe', email: 'aenne@example.com', phone: null },
    { name: 'Ayse Öztürk', email: null },
    { name: 'Jörg Müller', phone: '+436601234567', tags: ['VIP', 'Presse'], notes: '1' },
    { name: 'Zoë Fuß' },
  ]);
  // Rows without the cell that was left out are the same guests the next time, too.
  await page.reload();
  await choose(page, file(GERMAN, 'Gäste.csv'));
  await expect(page.getByText('0 guests created, 0 changed, 4 left as they are.')).toBeVisible();
});

test('columns that nothing is imported from are named, and remembered apart in every script', async ({
  page,
  organization,
}) => {
  void organization;
  await page.goto('/guests/import');
  await choose(page, file('Name,Shirt size,Imaginary,Table\nAda,XL,,7\n'));
  await expect(page.getByText('Nothing is imported from: Shirt size, Table.')).toBeVisible();
  await page.getByRole('button', { name: 'Show 3 other columns' }).click();
  await choosing(page, 'Table', 'Notes');
  await expect(page.getByText('Nothing is imported from: Shirt size.')).toBeVisible();
  await choose(page, file('Имя,Город\nАда,Лондон\n'));
  await choosing(page, 'Имя', 'Name');
  await expect(page.getByRole('row', { name: /^2 Ready Ада/ })).toBeVisible();
  await choose(page, file('Город,Имя\nЛондон,Ада\n'));
  await expect(page.getByText('Choose the column with the name')).toBeVisible();
});

test('a second import changes nothing, and what was chosen is remembered', async ({ page, organization }) => {
  const text = 'Who,Mail\nAda Lovelace,ada@example.com\nGrace Hopper,\nGuest of Grace,\nGuest of Grace,\n';
  await page.goto('/guests/import');
  await choose(page, file(text));
  await expect(page.getByText('Choose the column with the name')).toBeVisible();
  await choosing(page, 'Who', 'Name');
  await importButton(page).click();
  await expect(page.getByText('The import is done')).toBeVisible();
  await expect(page.getByText('4 guests created')).toBeVisible();
  await page.reload();
  await choose(page, file(text));
  await expect(field(page, 'Who')).toHaveValue('Name');
  await expect(page.getByText('0 guests created, 0 changed, 4 left as they are.')).toBeVisible();
  await importButton(page).click();
  await expect(page.getByText('The import is done')).toBeVisible();
  expect(await organization.get<Guests>('guests')).toMatchObject({ total: 4 });
});

test('120 contacts of Google come in with three clicks, all 120', async ({ page, organization }) => {
  await page.goto('/guests');
  await page.getByRole('link', { name: 'Import' }).first().click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByText('Choose a CSV file, or drop it here').click();
  await (await chooser).setFiles(file(googleContacts(120), 'contacts.csv'));
  await expect(field(page, 'E-mail 1 - Value')).toHaveValue('E-mail');
  await expect(field(page, 'Phone 2 - Value')).toHaveValue('Phone');
  await expect(field(page, 'Birthday')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Country of phone numbers' })).toHaveValue('Austria (+43)');
  await expect(page.getByText('nothing is imported yet: 120 guests created')).toBeVisible();
  await expect(page.getByText('12 lines come in without a cell that cannot be used.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 120 guests' }).click();
  await expect(page.getByText('120 guests created, 0 changed, 0 left as they are.')).toBeVisible();
  await expect(page.getByText('12 lines came in without a cell that cannot be used.')).toBeVisible();
  const height = (name: string) =>
    page
      .getByRole('cell', { name, exact: true })
      .getByText(name)
      .evaluate((text) => text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight));
  expect(await height('Ada Lovelace')).toBeCloseTo(1, 1);

  expect(await organization.get<Guests>('guests')).toMatchObject({ total: 120 });
  const one = async (q: string) => (await organization.get<Guests>(`guests?q=${q}`)).data[0];
  expect(await one('contact0@example.com')).toMatchObject({
    name: 'Ada Lovelace',
    phone: '+436641234567',
    company: 'Analytical Engines',
    tags: ['Presse'],
  });
  expect(await one('contact2@example.com')).toMatchObject({ name: 'Alan Lovelace', phone: '+436601234567', tags: [] });
  expect(await one('contact8@example.com')).toMatchObject({ name: 'Jörg Lovelace', phone: '+436641111111' });
  expect(await one('contact18@example.com')).toMatchObject({ name: 'Company 18' });
  expect(await one('contact19@example.com')).toMatchObject({ name: 'contact19@example.com', phone: null });
  expect(await organization.get<Guests>('guests?email=contact10@example.com')).toMatchObject({ total: 2 });

  await page.reload();
  await choose(page, file(googleContacts(120), 'contacts.csv'));
  await expect(page.getByText('0 guests created, 0 changed, 120 left as they are.')).toBeVisible();
});

test('the columns of other products are known, and phone numbers get the country that is chosen', async ({
  page,
  organization,
}) => {
  test.slow();
  void organization;
  await page.goto('/guests/import');
  for (const [product, lines] of Object.entries(EXPORTS)) {
    await choose(page, file([...lines, ''].join('\r\n'), `${product}.csv`));
    await expect(page.getByText(`${product}.csv`)).toBeVisible();
    const row = page.getByRole('row', {
      name: /^[2-5] Ready Ada Lovelace ada@example\.com \+43 ?664 ?1234567 Engines/,
    });
    await expect(row, product).toBeVisible();
    await expect(row, product).toHaveCount(1);
    if (/Presse/.test(lines[1])) await expect(row, product).toContainText('Presse');
    if (/VIP, Vienna/.test(lines[1])) await expect(row.getByText('VIP, Vienna'), product).toBeVisible();
  }
  const country = page.getByRole('combobox', { name: 'Country of phone numbers' });
  await expect(country).toHaveValue('Austria (+43)');
  await country.fill('Italy');
  await page.getByRole('option', { name: 'Italy (+39)' }).click();
  await expect(page.getByRole('row', { name: /Ada Lovelace ada@example\.com \+3906641234567/ })).toBeVisible();
});

test('people who share an address stay apart, a new name is said before, and all get on the event', async ({
  page,
  organization,
}) => {
  await organization.post('guests', { name: 'Ada Byron', email: 'ada@example.com' });
  const { id } = await organization.post<{ id: string }>('events', { name: 'Gala' });
  const lines = ['Name,E-mail', 'Mum,family@example.com', 'Kid,family@example.com', 'Ada Lovelace,ada@example.com'];
  await page.goto(`/guests/import?eventId=${id}`);
  await choose(page, file(lines.join('\n')));
  await expect(page.getByText('nothing is imported yet: 2 guests created, 1 changed')).toBeVisible();
  await expect(page.getByText('1 guest gets another name.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^4 Ready .*Was called Ada Byron until now/ })).toBeVisible();
  await importButton(page).click();
  await expect(page.getByText('3 guests put on the event, 0 were on it already.')).toBeVisible();
  expect(await organization.get<Guests>('guests?sortBy=name')).toMatchObject({
    data: [{ name: 'Ada Lovelace' }, { name: 'Kid' }, { name: 'Mum' }],
  });
});

interface OnEvent {
  readonly data: readonly { readonly guest: { readonly name: string } }[];
}

test('a file says what the guests answered to an event, with whom they come, and reads the same when it was exported', async ({
  page,
  organization,
}) => {
  const { id, questions } = await organization.post<{ id: string; questions: { id: string }[] }>('events', {
    name: 'Gala',
    questions: [
      { label: 'Which starter?', kind: 'choice', options: ['Soup', 'Salad'] },
      { label: 'Days', kind: 'choices', options: ['Friday', 'Saturday'] },
      { label: 'هل لديك حساسية؟', kind: 'yes_no' },
    ],
  });
  const [starter, days, allergies] = questions.map((question) => question.id) as [string, string, string];
  const lines = [
    'Name;E-Mail;Zusage;Familie;Begleitung;Which starter?;Days;هل لديك حساسية؟',
    'Ada Lovelace;ada@example.com;zugesagt;The Lovelaces;Byron (no nuts (at all))|Annabella;soup;Friday|Saturday;ja',
    'Lord Byron;byron@example.com;perhaps;the lovelaces;;Stew;;nein',
    'Grace Hopper;grace@example.com;;;;;;',
  ];
  await page.goto(`/guests/import?eventId=${id}`);
  await choose(page, file(lines.join('\n')));
  await expect(field(page, 'Zusage')).toHaveValue('Answer');
  await expect(field(page, 'Familie')).toHaveValue('Group');
  await expect(field(page, 'Days')).toHaveValue('Days');
  await expect(page.getByText('1 line comes in without a cell that cannot be used.')).toBeVisible();
  const byron = page.getByRole('row', { name: /^3 Ready/ });
  await expect(byron).toContainText('Left out: Answer: This is not an answer');
  await expect(byron).toContainText('Left out: Which starter?: This is not one of the choices.');
  await expectAccessible(page);
  await importButton(page).click();
  await expect(page.getByText('3 guests put on the event, 0 were on it already.')).toBeVisible();
  const onEvent = () => organization.get<OnEvent>(`events/${id}/guests?sortBy=name`);
  const before = await onEvent();
  expect(before).toMatchObject({
    data: [
      {
        guest: { name: 'Ada Lovelace' },
        rsvp: 'accepted',
        plusOnes: 2,
        companions: [
          { name: 'Byron', dietary: 'no nuts (at all)' },
          { name: 'Annabella', dietary: null },
        ],
        answers: { [starter]: 'Soup', [days]: ['Friday', 'Saturday'], [allergies]: true },
        party: { name: 'The Lovelaces' },
      },
      { guest: { name: 'Grace Hopper' }, rsvp: 'pending', party: null },
      {
        guest: { name: 'Lord Byron' },
        rsvp: 'pending',
        party: { name: 'The Lovelaces' },
        answers: { [allergies]: false },
      },
    ],
  });

  await page.getByRole('link', { name: 'Go to the event' }).click();
  const arrives = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const exported = await readFile(await (await arrives).path());
  await page.goto(`/guests/import?eventId=${id}`);
  await choose(page, file(exported));
  await expect(page.getByText('0 guests created, 0 changed, 3 left as they are.')).toBeVisible();
  await importButton(page).click();
  await expect(page.getByText('0 guests put on the event, 3 were on it already.')).toBeVisible();
  expect((await onEvent()).data).toEqual(before.data);
});

test('what a rule of the event refuses is said at the line', async ({ page, organization }) => {
  const { id } = await organization.post<{ id: string }>('events', { name: 'Gala', capacity: 1 });
  const lines = ['name,email,rsvp', 'Ada,ada@example.com,accepted', 'Ben,ben@example.com,yes'];
  await page.goto(`/guests/import?eventId=${id}`);
  await choose(page, file(lines.join('\n')));
  await importButton(page).click();
  await expect(page.getByText('1 guest put on the event, 0 were on it already.')).toBeVisible();
  await expect(page.getByText('1 line was not taken over for the event')).toBeVisible();
  await expect(page.getByRole('row', { name: /^3 Imported/ })).toContainText('Not taken over for the event:');
});

for (const [encoding, bytes] of [
  ['UTF-8', Buffer.from('\uFEFFname\temail\nŁukasz 東京\tl@example.com\n')],
  ['UTF-16 (little endian)', Buffer.from('\uFEFFname\temail\nŁukasz 東京\tl@example.com\n', 'utf16le')],
  ['UTF-16 (big endian)', Buffer.from('\uFEFFname\temail\nŁukasz 東京\tl@example.com\n', 'utf16le').swap16()],
] as const)
  test(`a file in ${encoding} with tabs is read`, async ({ page, organization }) => {
    void organization;
    await page.goto('/guests/import');
    await choose(page, file(bytes));
    await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue(encoding);
    await expect(page.getByRole('combobox', { name: 'Separator' })).toHaveValue('Tab');
    await expect(page.getByRole('row', { name: /^2 Ready Łukasz 東京/ })).toBeVisible();
  });

test('what Excel on a Mac writes is read, and what Windows writes is not taken for it', async ({
  page,
  organization,
}) => {
  void organization;
  await page.goto('/guests/import');
  const mac = Buffer.from('Name;E-Mail\nJ\x9arg M\x9fller, Gro\xa7e \x80nne;j@example.com\n', 'latin1');
  await choose(page, file(mac));
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('Mac OS Roman');
  await expect(page.getByRole('row', { name: /^2 Ready Jörg Müller, Große Änne/ })).toBeVisible();
  const windows = Buffer.from('Name;E-Mail\nS\xf8ren O\x92Connor \x96 Caf\xe9 Du\x9aan;s@example.com\n', 'latin1');
  await choose(page, file(windows));
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('Windows-1252 (Western Europe)');
  await expect(page.getByRole('row', { name: /^2 Ready Søren O’Connor – Café Dušan/ })).toBeVisible();
});

test('errors are at the lines of the file, whatever is in its cells', async ({ page, organization }) => {
  void organization;
  const lines = [
    'name,email,notes',
    '"Ada ""the first"" Lovelace",ada@example.com,"two\nlines"',
    'Too,many,cells,here',
    ',,Nobody',
    '"Never closed,x@example.com,',
    `${'x'.repeat(201)},long@example.com,`,
  ];
  await page.goto('/guests/import');
  await choose(page, file(lines.join('\n')));
  await expect(page.getByRole('row', { name: /^2 Ready Ada "the first" Lovelace/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^4 This line has more columns/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^5 Name: This is required/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^6 A quote in this line is never closed/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^7 Name: / })).toBeVisible();
  await page.getByText('With errors (4)').click();
  await expect(page.getByRole('row', { name: /Ready/ })).toHaveCount(0);
  await choosing(page, 'notes', 'Name');
  await expect(page.getByText('Another column is Name, too.').first()).toBeVisible();
  await expect(importButton(page)).toHaveCount(0);
});

test('a spreadsheet and an empty file say what to do', async ({ page, organization }) => {
  void organization;
  await page.goto('/guests/import');
  await choose(page, file(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'guests.xlsx'));
  await expect(page.getByText('Save it as CSV in Excel')).toBeVisible();
  for (const [name, content, said] of [
    ['contacts.vcf', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n', 'This is a vCard.'],
    ['guests.xls', '\uFEFF<html><table><tr><td>Name</td></tr></table></html>', 'This is a web page or XML.'],
    ['guests.csv', '%PDF-1.7\n', 'This file has no text in lines.'],
    ['guests.csv', '', 'There are no guests in this file'],
  ] as const) {
    await choose(page, file(content, name));
    await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
  }
  await choose(page, file('name,email\n'));
  await expect(page.getByText('There are no guests in this file')).toBeVisible();
});

test('5,000 lines stay smooth, all errors are named, and nothing is half done', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  const good = Array.from({ length: 3500 }, (_, index) => `Guest ${index},guest-${index}@example.com,"a, b"`);
  const bad = Array.from({ length: 1500 }, (_, index) => `${'x'.repeat(201)},nobody-${index}@example.com,`);
  await page.goto('/guests/import');
  await choose(page, file(['Name,E-Mail,Tags', ...good, ...bad].join('\n')));
  await expect(page.getByText('With errors (1,500)')).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(200);
  await page.route('**/api/guests/import*', (route) => route.abort(), { times: 3 });
  await importButton(page).click();
  await expect(page.getByText('The service cannot be reached.')).toBeVisible();
  expect(await organization.get<Guests>('guests')).toMatchObject({ total: 0 });
  await importButton(page).click();
  await expect(page.getByText('The import is done')).toBeVisible();
  await expect(page.getByText('3,500 guests created, 0 changed, 0 left as they are.')).toBeVisible();
  await expect(page.getByText('1,500 lines were left out')).toBeVisible();
  expect(await organization.get<Guests>('guests')).toMatchObject({ total: 3500 });
});

test('the import has no barriers @phone', async ({ page, organization }) => {
  void organization;
  await page.goto('/guests/import');
  await screenShown(page);
  await expectAccessible(page);
  await choose(page, file(GERMAN));
  await expect(importButton(page)).toBeVisible();
  await expectAccessible(page);
  await expectInsideWindow(page);
});
