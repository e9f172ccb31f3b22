/** What a column of a file can be; first and last names are put together. */
export const FIELDS = [
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'tags',
  'dietary',
  'notes',
  'externalId',
  'id',
] as const;
export type Field = (typeof FIELDS)[number];

/** For each column of the file the field that it is; null for one that is left out. */
export type Mapping = readonly (Field | null)[];

/**
 * How files in English and German name these fields, without blanks, signs and accents: exports of Google Contacts, Outlook,
 * Apple (vCard), Thunderbird, pretix, Eventbrite, Hi.Events and Mailchimp, and lists by hand. Of several columns of one
 * field the first of these names counts.
 */
const NAMES: Readonly<Record<Field, string>> = {
  name:
    'attendeename teilnehmername name fullname guest guestname attendee participant gast gastname teilnehmer ' +
    'vollername displayname anzeigename formattedname fn fileas',
  firstName:
    'attendeenamegivenname teilnehmernamevorname attendeefirstname firstname givenname forename first vorname vornamen ' +
    'rufname ngiven',
  lastName:
    'attendeenamefamilyname teilnehmernamenachname teilnehmernamefamilienname attendeelastname lastname surname ' +
    'familyname last nachname familienname zuname nfamily',
  email:
    'attendeeemail teilnehmeremail teilnehmeremailadresse email emailaddress mail mailaddress emailadresse mailadresse epost ' +
    'primaryemail primareemailadresse primareemail homeemail emailhome workemail emailwork emailprivat emailgeschaftlich ' +
    'secondaryemail sekundareemailadresse sekundareemail otheremail',
  phone:
    'mobile mobilephone mobilenumber cell cellphone handy handynummer mobil mobiltelefon mobilnummer mobiltelnr telcell ' +
    'phone phonenumber telephone tel telefon telefonnummer rufnummer primaryphone homephone telhome telefonprivat telprivat ' +
    'businessphone workphone telwork telefongeschaftlich teldienstlich companymainphone telefonfirma otherphone ' +
    'weiterestelefon hauptmobiltelefon haupttelefon',
  company:
    'company companyname organizationname organization organisation employer firma firmenname unternehmen arbeitgeber org ' +
    'attendeecompany teilnehmerfirma',
  tags:
    'tags tag labels label groupmembership groups group category categories schlagworte schlagworter stichworte gruppe ' +
    'gruppen kategorie kategorien',
  dietary:
    'dietary diet dietaryrequirements dietaryneeds allergies food meal ernahrung ernahrungshinweise essen allergien ' +
    'unvertraglichkeiten diat kost verpflegung',
  notes:
    'notes note comment comments remark remarks notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar',
  externalId:
    'externalid externid externeid crmid customerid customernumber customerno memberid membernumber kundennummer ' +
    'kundennr mitgliedsnummer referenz reference attendeenumber teilnehmernummer',
  id: 'id guestid gastid',
};

/** The place of a name among those of its field, too: the lower, the better it fits. */
const FIELD_OF = new Map(
  FIELDS.flatMap((field) =>
    NAMES[field].split(' ').map((name, rank): [string, { field: Field; rank: number }] => [name, { field, rank }]),
  ),
);

/** Of these a file may have several columns: the first that is filled counts. */
export const SEVERAL: ReadonlySet<Field> = new Set<Field>(['email', 'phone', 'company']);

/** "Attendee #" is a number, and "E-mail 1 - Value" and "Telefon (privat) 2" are the same as without number and "Value". */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll('#', ' number')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

function recognized(name: string): { field: Field; rank: number } | null {
  const whole = plain(name);
  const short = whole
    .replace(/^(e?mail|phone|organization)\d+(value|name|address|adresse)?$/, '$1')
    .replace(/\d+$/, '');
  return FIELD_OF.get(whole) ?? FIELD_OF.get(short) ?? null;
}

/** The columns of a file by names that all differ. */
export function columnNames(header: readonly string[], unnamed: (number: number) => string): string[] {
  const names: string[] = [];
  header.forEach((cell, index) => {
    const name = cell.trim() || unnamed(index + 1);
    names.push(names.includes(name) ? `${name} (${index + 1})` : name);
  });
  return names;
}

/**
 * What the columns most likely are, by their names. A field that a guest has once is the column that fits best.
 *
 * @param isEmpty whether no line has anything in the column: then it is left out
 */
export function guessedMapping(names: readonly string[], isEmpty: (index: number) => boolean): Mapping {
  const guesses = names.map((name, index) => (isEmpty(index) ? null : recognized(name)));
  const has = (field: Field) => guesses.some((guess) => guess?.field === field);
  // "Name, Vorname" has the last name in the first column; and an id is ours only in files that were exported here.
  const meant = guesses.map((guess) => {
    if (guess?.field === 'name' && has('firstName') && !has('lastName'))
      return { ...guess, field: 'lastName' as const };
    if (guess?.field === 'id' && !has('externalId')) return { ...guess, field: 'externalId' as const };
    return guess;
  });
  const best = (field: Field) =>
    Math.min(...meant.filter((guess) => guess?.field === field).map((guess) => guess!.rank));
  return meant.map((guess, index) => {
    if (guess === null) return null;
    const isFirst =
      meant.findIndex((other) => other?.field === guess.field && other.rank === best(guess.field)) === index;
    return SEVERAL.has(guess.field) || isFirst ? guess.field : null;
  });
}

/** The columns in the order in which the first that is filled counts. */
export function fillingOrder(names: readonly string[]): readonly number[] {
  const rank = (index: number) => recognized(names[index]!)?.rank ?? 0;
  return [...names.keys()].sort((a, b) => rank(a) - rank(b) || a - b);
}

const PREFIX = 'te-columns ';

const placeOf = (owner: string, names: readonly string[]) => PREFIX + owner + ' ' + names.map(plain).join('|');

/** What somebody chose for a file with these columns before; null when there was none. */
export function rememberedMapping(owner: string, names: readonly string[]): Mapping | null {
  try {
    const stored = JSON.parse(localStorage.getItem(placeOf(owner, names)) ?? 'null') as unknown;
    if (!Array.isArray(stored) || stored.length !== names.length) return null;
    return stored.map((field) => FIELDS.find((known) => known === field) ?? null);
  } catch {
    return null;
  }
}

export function rememberMapping(owner: string, names: readonly string[], mapping: Mapping): void {
  try {
    localStorage.setItem(placeOf(owner, names), JSON.stringify(mapping));
  } catch {
    // Without storage one chooses again next time.
  }
}
