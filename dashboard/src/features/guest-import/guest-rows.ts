import { fittedCells, unguarded } from '@tour-events/csv';
import { folded } from '../../shared/folded';
import { csvLine, type FileLine } from './csv-file';
import { eventCells, type EventCells } from './event-cells';
import { FIELDS } from './column-names';
import { fillingOrder, SEVERAL, type Field, type Mapping, type Question } from './guest-columns';
import { internationalPhone } from '../../shared/phone-countries';

/** A row of the file as the guest that it means. */
export interface GuestRow {
  readonly source: FileLine;
  readonly guest: Readonly<Partial<Record<Field, string>>>;
  /** What the row says of the guest on the event that the guests are put on. */
  readonly event: EventCells;
  /** Found here, before anything is sent: such a row is not sent. */
  readonly problem: 'quotes' | 'length' | 'cells' | 'name' | null;
}

/** The columns of the API; first and last name become one. */
export const API_FIELDS = FIELDS.filter((field) => field !== 'firstName' && field !== 'lastName');

/** How the columns of a file are read. */
export interface Reading {
  /** The names of the columns. */
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  /** Where phone numbers without a country's code are from; null to leave them as they are. */
  readonly country: string | null;
  /** Of the event that the guests are put on; null without one. */
  readonly questions: readonly Question[] | null;
}

const NOTHING: EventCells = { item: {}, problems: [] };

/** The guests of a file's lines after the header. */
export function guestRows(lines: readonly FileLine[], reading: Reading): GuestRow[] {
  const { columns, mapping } = reading;
  const order = fillingOrder(columns);
  const rows = lines.map((source): GuestRow => {
    if (source.fault !== null) return { source, guest: {}, event: NOTHING, problem: source.fault };
    const cells = fittedCells(source.cells, mapping.length);
    if (cells === null) return { source, guest: {}, event: NOTHING, problem: 'cells' };
    const guest = guestOf(cells, reading, order);
    const event = reading.questions === null ? NOTHING : eventCells(guest, reading.questions);
    return { source, guest, event, problem: guest.name === '' ? 'name' : null };
  });
  return withKeys(rows, mapping);
}

function guestOf(cells: readonly string[], { mapping, country }: Reading, order: readonly number[]): GuestRow['guest'] {
  const guest: Partial<Record<Field, string>> = {};
  for (const index of order) {
    const field = mapping[index] ?? null;
    if (field !== null) guest[field] ||= valueOf(field, cells[index]!, country);
  }
  const { firstName, lastName, name, ...rest } = guest;
  // "Name, Surname": what is called a name may be the first name alone.
  const whole = firstName && lastName ? joined(firstName, lastName) : joined(name || firstName, lastName);
  // Address books have companies, and people of whom nothing but the address is known.
  return { name: whole || rest.company || rest.email || '', ...rest };
}

/** First and last name as one, unless the one has the other in it: then it is the whole name already. */
function joined(first = '', last = ''): string {
  const [firstWords, lastWords] = [first, last].map((text) => folded(text).split(/[\s,]+/)) as [string[], string[]];
  if (last === '' || (firstWords.length > 1 && lastWords.every((word) => firstWords.includes(word)))) return first;
  if (first === '' || (lastWords.length > 1 && firstWords.every((word) => lastWords.includes(word)))) return last;
  return `${first} ${last}`;
}

/** Google puts this between several values of one column. */
const BETWEEN_VALUES = /\s*:::\s*/;

function valueOf(field: Field, cell: string, country: string | null): string {
  if (field === 'tags') return tagsOf(cell);
  // What belongs to the event is sent as it is meant; the service reads the guest's own cells itself.
  if (!isOfGuest(field)) return unguarded(cell).trim();
  const value = SEVERAL.has(field) ? cell.split(BETWEEN_VALUES)[0]!.trim() : cell.trim();
  return field === 'phone' ? internationalPhone(value, country) : value;
}

const isOfGuest = (field: Field) => (FIELDS as readonly string[]).includes(field);

/** Without Google's own groups, such as "* myContacts". Mailchimp writes each in quotes: a comma within is its own. */
function tagsOf(cell: string): string {
  return cell
    .split(':::')
    .flatMap((part) => part.match(/"[^"]*"|[^|,;"]+/g) ?? [])
    .map((tag) => tag.replaceAll('"', '').replaceAll('|', ' ').trim())
    .filter((tag) => tag !== '' && !tag.startsWith('* '))
    .join('|');
}

/**
 * A row with neither e-mail address nor id would be another guest each time that the file is imported. It gets an id
 * of its name, phone number and company, so that a second import changes nothing.
 */
function withKeys(rows: readonly GuestRow[], mapping: Mapping): GuestRow[] {
  // Next to ids of this service an empty external id would clear that of other guests.
  if (mapping.includes('id')) return [...rows];
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const { name, email, phone, company, externalId } = row.guest;
    if (row.problem !== null || !name || email || externalId) return row;
    const person = [name, phone ?? '', company ?? ''].join('\n').normalize().toLowerCase();
    const count = (seen.get(person) ?? 0) + 1;
    seen.set(person, count);
    return { ...row, guest: { ...row.guest, externalId: `import-${hashOf(`${person}\n${count}`)}` } };
  });
}

/** How many rows are only known by their name, phone number and company. */
export function countWithoutKey(rows: readonly GuestRow[]): number {
  return rows.filter(({ guest }) => guest.externalId?.startsWith('import-') === true).length;
}

/** 53 bits (cyrb53): enough for the rows of an organization, and there without https, unlike the browser's own. */
function hashOf(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** Cells that cannot be used: the row is imported without them. */
export type LeftOutCells = ReadonlyMap<GuestRow, ReadonlySet<string>>;

/** The guest of a row without the cells that are left out. */
export function guestWithout(row: GuestRow, leftOut: LeftOutCells): GuestRow['guest'] {
  const cells = leftOut.get(row);
  if (cells === undefined) return row.guest;
  const guest = Object.fromEntries(
    Object.entries(row.guest).filter(([field]) => !cells.has(field)),
  ) as GuestRow['guest'];
  if (guest.email || guest.externalId || guest.id) return guest;
  // Without its key it is found again by the text that is no key.
  const { name = '', email = '', externalId = '' } = row.guest;
  return { ...guest, externalId: `import-${hashOf([name, email, externalId].join('\n').normalize().toLowerCase())}` };
}

/** Rows as the API takes them. */
export interface GuestFile {
  readonly text: string;
  /** The row that begins on a line of the text. */
  readonly rowOf: ReadonlyMap<number, GuestRow>;
}

/** The file for the API of those rows that can be sent. */
export function guestFile(rows: readonly GuestRow[], leftOut: LeftOutCells): GuestFile {
  const sent = rows.flatMap((row) => (row.problem === null ? { row, guest: guestWithout(row, leftOut) } : []));
  const columns = API_FIELDS.filter((field) => sent.some(({ guest }) => guest[field] !== undefined));
  const rowOf = new Map<number, GuestRow>();
  const lines = [csvLine(columns)];
  let line = 2;
  for (const { row, guest } of sent) {
    const text = csvLine(columns.map((field) => guest[field] ?? ''));
    rowOf.set(line, row);
    lines.push(text);
    line += text.split(/\r\n|\r|\n/).length;
  }
  return { text: lines.map((each) => `${each}\r\n`).join(''), rowOf };
}
