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

/** How files in English and German name these fields, without blanks, signs and accents. */
const NAMES: Readonly<Record<Field, string>> = {
  name: 'name fullname guest guestname attendee participant gast gastname teilnehmer teilnehmername vollername',
  firstName: 'firstname givenname forename first vorname vornamen rufname',
  lastName: 'lastname surname familyname last nachname familienname zuname',
  email: 'email emailaddress mail mailaddress emailadresse mailadresse epost',
  phone:
    'phone phonenumber telephone mobile mobilephone mobilenumber cell cellphone tel telefon telefonnummer handy ' +
    'handynummer mobil mobiltelefon mobilnummer rufnummer',
  company: 'company companyname organization organisation employer firma firmenname unternehmen arbeitgeber',
  tags: 'tags tag labels label groups group category categories schlagworte schlagworter stichworte gruppe gruppen kategorie',
  dietary:
    'dietary diet dietaryrequirements dietaryneeds allergies food meal ernahrung ernahrungshinweise essen allergien ' +
    'unvertraglichkeiten diat kost verpflegung',
  notes:
    'notes note comment comments remark remarks notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar',
  externalId:
    'externalid externid externeid crmid customerid customernumber customerno memberid membernumber kundennummer ' +
    'kundennr mitgliedsnummer referenz reference',
  id: 'id guestid gastid',
};

const FIELD_OF = new Map(
  FIELDS.flatMap((field) => NAMES[field].split(' ').map((name): [string, Field] => [name, field])),
);

const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** The columns of a file by names that all differ. */
export function columnNames(header: readonly string[], unnamed: (number: number) => string): string[] {
  const names: string[] = [];
  header.forEach((cell, index) => {
    const name = cell.trim() || unnamed(index + 1);
    names.push(names.includes(name) ? `${name} (${index + 1})` : name);
  });
  return names;
}

/** What the columns most likely are, by their names; each field once. */
export function guessedMapping(names: readonly string[]): Mapping {
  const guesses = names.map((name) => FIELD_OF.get(plain(name)) ?? null);
  const has = (field: Field) => guesses.includes(field);
  // "Name, Vorname" has the last name in the first column; and an id is ours only in files that were exported here.
  const meant = guesses.map((field): Field | null => {
    if (field === 'name' && has('firstName') && !has('lastName')) return 'lastName';
    if (field === 'id' && !has('externalId')) return 'externalId';
    return field;
  });
  return meant.map((field, index) => (meant.indexOf(field) === index ? field : null));
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
