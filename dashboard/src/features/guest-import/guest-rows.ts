import { fittedCells } from '@tour-events/csv';
import { csvLine, type FileLine } from './csv-file';
import type { Field, Mapping } from './guest-columns';

/** A row of the file as the guest that it means. */
export interface GuestRow {
  readonly source: FileLine;
  readonly guest: Readonly<Partial<Record<Field, string>>>;
  /** Found here, before anything is sent: such a row is not sent. */
  readonly problem: 'quotes' | 'length' | 'cells' | 'name' | null;
}

/** The columns of the API; first and last name become one. */
export const API_FIELDS = [
  'name',
  'email',
  'phone',
  'company',
  'tags',
  'dietary',
  'notes',
  'externalId',
  'id',
] as const;

/** The guests of a file's lines after the header. */
export function guestRows(lines: readonly FileLine[], mapping: Mapping): GuestRow[] {
  const rows = lines.map((source): GuestRow => {
    if (source.fault !== null) return { source, guest: {}, problem: source.fault };
    const cells = fittedCells(source.cells, mapping.length);
    if (cells === null) return { source, guest: {}, problem: 'cells' };
    const guest = guestOf(cells, mapping);
    return { source, guest, problem: guest.name === '' ? 'name' : null };
  });
  return withKeys(rows, mapping);
}

function guestOf(cells: readonly string[], mapping: Mapping): GuestRow['guest'] {
  const guest: Partial<Record<Field, string>> = {};
  mapping.forEach((field, index) => {
    if (field !== null) guest[field] = valueOf(field, cells[index]!.trim());
  });
  const { firstName, lastName, name, ...rest } = guest;
  const whole = name || [firstName, lastName].filter(Boolean).join(' ');
  return { name: whole, ...rest };
}

function valueOf(field: Field, cell: string): string {
  if (field === 'tags' && !cell.includes('|')) return cell.replaceAll(/[,;]/g, '|');
  // People write the international prefix as 00, and in brackets.
  if (field === 'phone') return cell.replace(/^\(?(?:00|\+)/, '+');
  return cell;
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

/** Rows as the API takes them. */
export interface GuestFile {
  readonly text: string;
  /** The row that begins on a line of the text. */
  readonly rowOf: ReadonlyMap<number, GuestRow>;
}

/** The file for the API of those rows that can be sent. */
export function guestFile(rows: readonly GuestRow[]): GuestFile {
  const sent = rows.filter(({ problem }) => problem === null);
  const columns = API_FIELDS.filter((field) => sent.some(({ guest }) => guest[field] !== undefined));
  const rowOf = new Map<number, GuestRow>();
  const lines = [csvLine(columns)];
  let line = 2;
  for (const row of sent) {
    const text = csvLine(columns.map((field) => row.guest[field] ?? ''));
    rowOf.set(line, row);
    lines.push(text);
    line += text.split(/\r\n|\r|\n/).length;
  }
  return { text: lines.map((each) => `${each}\r\n`).join(''), rowOf };
}
