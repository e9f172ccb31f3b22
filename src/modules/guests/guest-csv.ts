import type { FieldProblem } from '../../kernel/problems';
import { csvLine, unguarded } from '../../platform/http/csv';
import { csvRecords, LONGEST_RECORD, type CsvRecord } from '../../platform/http/csv-records';
import { refusalOf } from '../../platform/http/field-definitions';
import { CreateGuest, TAG_SEPARATOR, type GuestView, type UpdateGuest } from './guests.dto';

/** The columns of an export, and those that an import may have. The id is the last: other systems' files have none. */
export const COLUMNS = ['name', 'email', 'phone', 'company', 'tags', 'dietary', 'notes', 'externalId', 'id'] as const;
type Column = (typeof COLUMNS)[number];

/** More than would tell anybody more. */
const MOST_HEADER_PROBLEMS = 20;
/** A file of more is to be sent in parts: one import is one transaction. */
export const MOST_ROWS = 100_000;

/** What a record of a file says of a guest. */
export interface GuestRow {
  line: number;
  /** The id that the guest had where the file comes from. */
  id: string | null;
  changes: UpdateGuest & { name: string };
}

/** What is wrong on a line of a file; `field` is null where it is the line as a whole. */
export interface LineError {
  line: number;
  field: string | null;
  message: string;
}

/** The header and the rows of a guests' file. */
export interface GuestFile {
  columns: Column[];
  text: string;
}

/** A guest as a line of CSV. */
export function lineOf(guest: GuestView): string {
  return csvLine(COLUMNS.map((column) => (column === 'tags' ? guest.tags.join(TAG_SEPARATOR) : guest[column])));
}

/**
 * Reads the header, and counts the rows: before anything is done or waited for, a file is known to be one to import.
 *
 * @returns the columns in the file's order, with the text for {@link rowsOf}
 * @returns what is wrong with the file, else
 */
export async function guestFile(text: string): Promise<GuestFile | { problems: FieldProblem[] }> {
  const records = recordsOf(text);
  const header = (await records.next()).value;
  if (header === undefined) return { problems: [problem('body', 'required', 'The file has no header line.')] };
  const found = columnsOf(header);
  if ('problems' in found) return found;
  // Mostly the lines say at once that there are not too many.
  if (lineBreaks(text) > MOST_ROWS && (await hasMore(records, MOST_ROWS)))
    return { problems: [problem('body', 'too_many_rows', `The file has more than ${MOST_ROWS} rows.`)] };
  return { columns: found.columns, text };
}

/** Of which a row has one at least, but for the last. */
function lineBreaks(text: string): number {
  let count = 0;
  for (const mark of ['\n', '\r']) for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count++;
  return count;
}

async function hasMore(records: AsyncIterable<CsvRecord>, most: number): Promise<boolean> {
  let count = 0;
  for await (const _record of records) if (++count > most) return true;
  return false;
}

/** The records behind the header, read as they are asked for, but those that are blank: spreadsheets leave them where rows were emptied. */
export async function* rowsOf({ text }: GuestFile): AsyncGenerator<CsvRecord, void> {
  let isHeader = true;
  for await (const record of recordsOf(text)) {
    if (!isHeader && !isBlank(record)) yield record;
    isHeader = false;
  }
}

function isBlank({ cells }: CsvRecord): boolean {
  return cells !== null && cells.every((cell) => cell.trim() === '');
}

function columnsOf(header: CsvRecord): { columns: Column[] } | { problems: FieldProblem[] } {
  if (header.cells === null)
    return { problems: [problem('body', 'malformed_csv', `The header line ${faultOf(header)}`)] };
  const names = withoutBlankEnd(header.cells, 0).map((cell) => cell.trim());
  const columns = names.map((name) => COLUMNS.find((column) => column.toLowerCase() === name.toLowerCase()));
  const problems = names.flatMap((name, index) => {
    const column = columns[index];
    const place = `Column ${index + 1} of the header`;
    if (column === undefined)
      return [
        problem(name.slice(0, 100) || 'body', 'unknown_column', `${place} is not one of: ${COLUMNS.join(', ')}.`),
      ];
    return columns.indexOf(column) < index ? [problem(column, 'duplicate_column', `${place} is there twice.`)] : [];
  });
  if (!columns.includes('name')) problems.push(problem('name', 'required', 'The header has no column name.'));
  if (problems.length > 0) return { problems: problems.slice(-MOST_HEADER_PROBLEMS) };
  return { columns: columns as Column[] };
}

/** What a record says, or what is wrong with it: each field that the API would refuse, for the same reason. */
export function guestRow(record: CsvRecord, columns: readonly Column[]): GuestRow | { errors: LineError[] } {
  const { line } = record;
  if (record.cells === null) return { errors: [{ line, field: null, message: faultOf(record) }] };
  const cells = withoutBlankEnd(record.cells, columns.length);
  if (cells.length !== columns.length) {
    const message = `has ${cells.length} ${cells.length === 1 ? 'field' : 'fields'}, the header ${columns.length}.`;
    return { errors: [{ line, field: null, message }] };
  }
  const row: Partial<Record<Column, string | string[] | null>> = {};
  const errors: LineError[] = [];
  columns.forEach((column, index) => {
    const value = valueOf(column, unguarded(cells[index]!).trim());
    const refusal = refusalOf(CreateGuest, column, value);
    if (refusal !== null) errors.push({ line, field: column, message: `${column} ${refusal.message}` });
    else row[column] = value ?? null;
  });
  if (errors.length > 0) return { errors };
  const { id, ...changes } = row;
  return { line, id: (id as string | null | undefined) ?? null, changes: changes as GuestRow['changes'] };
}

/** Spreadsheets write separators behind the last column where there was something once; at least `least` cells stay. */
function withoutBlankEnd(cells: readonly string[], least: number): readonly string[] {
  let count = cells.length;
  while (count > least && cells[count - 1]!.trim() === '') count--;
  return cells.slice(0, count);
}

/** An empty cell is no value: none is the name's, and none clears the others. */
function valueOf(column: Column, cell: string): string | string[] | null | undefined {
  if (column === 'tags') return cell.split(TAG_SEPARATOR).flatMap((tag) => tag.trim() || []);
  // In files numbers stand as people write them.
  if (column === 'phone' && cell.startsWith('+')) return cell.replace(/[\s()./-]/g, '');
  if (cell !== '') return cell;
  return column === 'name' ? undefined : null;
}

function faultOf({ fault }: CsvRecord & { cells: null }): string {
  return fault === 'quotes'
    ? 'has a quote that is not closed, or alone.'
    : `has more than ${LONGEST_RECORD} characters.`;
}

function recordsOf(text: string): AsyncGenerator<CsvRecord, void> {
  return csvRecords(text, delimiterOf(text));
}

/** Said by the header: no column's name has one of the two. */
function delimiterOf(text: string): ',' | ';' {
  const start = text.trimStart().slice(0, LONGEST_RECORD);
  const header = /[^\r\n]+/.exec(start)?.[0] ?? '';
  return header.split(';').length > header.split(',').length ? ';' : ',';
}

function problem(field: string, code: string, message: string): FieldProblem {
  return { field, code, message };
}
