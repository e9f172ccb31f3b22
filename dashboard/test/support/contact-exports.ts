/**
 * Address books as other products export them, of invented people. The columns, with the empty ones, are those of the real files.
 */

const GIVEN = ['Ada', 'Grace', 'Alan', 'Katherine', 'Edsger', 'Barbara', 'Niklaus', 'Margaret', 'Jörg', 'Zoë'];
const FAMILY = [
  'Lovelace',
  'Hopper',
  'Turing',
  'Johnson',
  'Dijkstra',
  'Liskov',
  'Wirth',
  'Hamilton',
  'Müller',
  'Öztürk',
];
const COMPANIES = ['Analytical Engines', '"Compilers, Inc."', '', ''];
/** As people type them: within the country, abroad, with everything between the digits. */
const PHONES = [
  '0664/123 45 67',
  '(0732) 1234-56',
  '+43 (0) 660 1234567',
  '0043 660 7654321',
  '+49 30 901820',
  '01 58858',
  '',
  '+43\u00a0660\u00a0111\u00a02222',
  '0664 1111111 ::: 0732 222222',
  'ask Grace',
];

const GOOGLE_COLUMNS =
  'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,' +
  'Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,' +
  'E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,' +
  'Phone 2 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,' +
  'Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address,Website 1 - Label,Website 1 - Value';

/** So many contacts of Google: couples who share an address, companies without a person, and people with an address alone. */
export function googleContacts(count: number): string {
  const width = GOOGLE_COLUMNS.split(',').length;
  const at = (name: string) => GOOGLE_COLUMNS.split(',').indexOf(name);
  const lines = Array.from({ length: count }, (_none, index) => {
    const cells = Array<string>(width).fill('');
    const put = (name: string, value: string) => (cells[at(name)] = value);
    const kind = index % 20;
    if (kind !== 18 && kind !== 19) {
      put('First Name', GIVEN[index % 10]!);
      put('Last Name', `${FAMILY[Math.floor(index / 10) % 10]} ${Math.floor(index / 100) || ''}`.trim());
    }
    put('Organization Name', kind === 18 ? `Company ${index}` : COMPANIES[index % 4]!);
    put('Labels', index % 3 === 0 ? 'Presse ::: * myContacts' : '* myContacts');
    // Every tenth shares the address of the one before.
    put(kind === 4 ? 'E-mail 2 - Value' : 'E-mail 1 - Value', `contact${kind === 11 ? index - 1 : index}@example.com`);
    put('Phone 1 - Label', 'Mobile');
    put(index % 7 === 0 ? 'Phone 2 - Value' : 'Phone 1 - Value', PHONES[index % 10]!);
    put('Address 1 - City', 'Linz');
    return cells.join(',');
  });
  return [GOOGLE_COLUMNS, ...lines, ''].join('\r\n');
}

/** By product: a header and one contact, who is always the same person. */
export const EXPORTS: Readonly<Record<string, readonly [header: string, line: string]>> = {
  'Google, before 2024': [
    'Name,Given Name,Additional Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Organization 1 - Name',
    'Ada Lovelace,Ada,,Lovelace,* myContacts ::: Presse,* Home,ada@example.com,Mobile,0664 1234567,Engines',
  ],
  Outlook: [
    'Title,First Name,Middle Name,Last Name,Suffix,Company,Home Phone,Mobile Phone,E-mail Address,E-mail Type,E-mail 2 Address,Categories,Notes',
    ',Ada,,Lovelace,,Engines,,0664 1234567,ada@example.com,SMTP,,Presse;VIP,',
  ],
  'Outlook in German': [
    'Anrede;Vorname;Weitere Vornamen;Nachname;Firma;Telefon geschäftlich;Telefon geschäftlich 2;Mobiltelefon;E-Mail-Adresse;E-Mail-Typ;E-Mail 2: Adresse;Kategorien',
    ';Ada;;Lovelace;Engines;;;0664 1234567;ada@example.com;SMTP;;"Presse;VIP"',
  ],
  'Apple, from vCard': [
    'FN,N.Family,N.Given,EMAIL,TEL;CELL,ORG,CATEGORIES',
    'Ada Lovelace,Lovelace,Ada,ada@example.com,0664 1234567,Engines,Presse',
  ],
  'Apple, from Numbers': [
    'First name,Last name,Job title,Company,Phone (mobile),Email (home),Email (work),Note',
    'Ada,Lovelace,Analyst,Engines,0664 1234567,ada@example.com,,',
  ],
  'Numbers, with the title of the table': [
    'Table 1\nFirst name,Last name,Company,Mobile no.,E-mail address (private)',
    'Ada,Lovelace,Engines,0664 1234567,ada@example.com',
  ],
  'LinkedIn, with its note': [
    'Notes:\n"When exporting, you may notice that some addresses are missing."\n\nFirst Name,Last Name,URL,Email Address,Company,Phone',
    'Ada,Lovelace,https://example.com,ada@example.com,Engines,0664 1234567',
  ],
  'a header with a line break': [
    '"Vor-\nname";Vorname;Nachname;Firma;Mobil;E-Mail',
    ';Ada;Lovelace;Engines;0664 1234567;ada@example.com',
  ],
  Thunderbird: [
    'First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Work Phone,Home Phone,Fax Number,Mobile Number,Organization',
    'Ada,Lovelace,"Lovelace, Ada",,ada@example.com,,,,,0664 1234567,Engines',
  ],
  'Thunderbird in German': [
    'Vorname,Nachname,Anzeigename,Primäre E-Mail-Adresse,Sekundäre E-Mail-Adresse,Tel. dienstlich,Tel. privat,Mobil-Tel.-Nr.,Organisation',
    'Ada,Lovelace,"Lovelace, Ada",ada@example.com,,,,0664 1234567,Engines',
  ],
  pretix: [
    'Order code,E-mail,Phone number,Attendee name,Attendee name: Given name,Attendee name: Family name,Attendee email,Company',
    'AB12C,buyer@example.com,+43 664 1234567,Ada Lovelace,Ada,Lovelace,ada@example.com,Engines',
  ],
  'pretix in German': [
    'Bestellnummer;E-Mail;Telefonnummer;Teilnehmername;Teilnehmername: Vorname;Teilnehmername: Nachname;Teilnehmer-E-Mail;Firma',
    'AB12C;buyer@example.com;+43 664 1234567;Ada Lovelace;Ada;Lovelace;ada@example.com;Engines',
  ],
  Eventbrite: [
    'Order #,Order Date,First Name,Last Name,Email,Quantity,Attendee #,Cell Phone,Company,Buyer Email',
    '123,2026-01-01,Ada,Lovelace,ada@example.com,1,987,0664 1234567,Engines,buyer@example.com',
  ],
  'Eventbrite in German': [
    'Bestellnr.,Bestelldatum,Vorname,Nachname,E-Mail,Anzahl,Mobiltelefon,Firma,E-Mail des Käufers',
    '123,2026-01-01,Ada,Lovelace,ada@example.com,1,0664 1234567,Engines,buyer@example.com',
  ],
  'Hi.Events': [
    'ID,First Name,Last Name,Email,Status,Is Checked In,Ticket ID,Ticket Name,Phone,Company',
    '7,Ada,Lovelace,ada@example.com,ACTIVE,No,3,Gala,0664 1234567,Engines',
  ],
  Mailchimp: [
    'Email Address,First Name,Last Name,Address,Phone Number,Company,MEMBER_RATING,OPTIN_TIME,LEID,EUID,NOTES,TAGS',
    'ada@example.com,Ada,Lovelace,,0664 1234567,Engines,2,2026-01-01,1,abc,,"""Presse"",""VIP"""',
  ],
  'Mailchimp in German': [
    'E-Mail-Adresse,Vorname,Nachname,Adresse,Telefonnummer,Firma,MEMBER_RATING,TAGS',
    'ada@example.com,Ada,Lovelace,,0664 1234567,Engines,2,"""Presse"""',
  ],
  'Mailchimp, with commas in tags': [
    'Email Address,First Name,Last Name,Phone Number,Company,TAGS',
    'ada@example.com,Ada,Lovelace,0664 1234567,Engines,"""Presse"",""VIP, Vienna"""',
  ],
  'a list in French': [
    'Nom;Prénom;Courriel;Téléphone portable;Société;Étiquettes;Régime alimentaire',
    'Lovelace;Ada;ada@example.com;0664 1234567;Engines;Presse;',
  ],
  'a list in Spanish': [
    'Nombre,Apellidos,Correo electrónico,Teléfono móvil,Empresa,Etiquetas',
    'Ada,Lovelace,ada@example.com,0664 1234567,Engines,Presse',
  ],
  'a list in Italian': [
    'Cognome;Nome;Indirizzo e-mail;Cellulare;Azienda;Gruppo',
    'Lovelace;Ada;ada@example.com;0664 1234567;Engines;Presse',
  ],
  'a list in Dutch': [
    'Voornaam;Achternaam;E-mailadres;Mobiel;Bedrijf',
    'Ada;Lovelace;ada@example.com;0664 1234567;Engines',
  ],
  'a name and a surname': ['Name,Surname,Email,Mobile,Company', 'Ada,Lovelace,ada@example.com,0664 1234567,Engines'],
  'a whole name and a surname': [
    'Full name,Surname,Email,Mobile,Company',
    'Ada Lovelace,Lovelace,ada@example.com,0664 1234567,Engines',
  ],
  'a spreadsheet that dropped the plus': [
    'Name,Email,Mobile,Company',
    'Ada Lovelace,ada@example.com,436641234567,Engines',
  ],
  'Excel, with its line': [
    'sep=;\r\nName;E-Mail;Telefon;Firma',
    'Ada Lovelace;ada@example.com;tel:0664 1234567;Engines',
  ],
  'two files joined': [
    '\uFEFF"Name","Email","Mobile","Company"',
    '"Ada Lovelace","ada@example.com","0664 1234567","Engines"\r\n\uFEFF"Name","Email","Mobile","Company"',
  ],
};
