import { pairsOf } from '../../../kernel/lists';
import type { FieldCode } from '../../../kernel/field-codes';
import type { FieldProblem, ProblemParams } from '../../../kernel/problems';
import { csvLine, unguarded } from '../../../platform/csv/csv';
import {
  csvRecords,
  delimiterOf,
  fittedCells,
  isBlank,
  MAX_RECORD_LENGTH,
  withoutBlankEnd,
  type CsvRecord,
} from '../../../platform/csv/csv-records';
import { fieldErrorOf } from '../../../platform/fields/field-definitions';
import type { GuestRow } from './guest-matching';
import type { GuestKey, GuestMentions } from './guest-mentions';
import { pastedEmail, pastedLine, pastedPhone, pastedText } from './pasted';
import { CreateGuest, GUEST_FIELDS, TAG_SEPARATOR, type GuestView, type UpdateGuest } from './guests.dto';

/** The columns of an export, and those an import may have. The id comes last, since other systems' files have none. */
export const COLUMNS = [...GUEST_FIELDS, 'id'] as const;
type Column = (typeof COLUMNS)[number];

const MAX_HEADER_PROBLEMS = 20;
/** A larger file must be sent in parts: one import is one transaction. */
export const MAX_ROWS = 100_000;

/** A guest as a record of a file gives them. */
export interface GuestLine extends GuestRow {
  readonly line: number;
}

/** The fields that a file has columns for; `id` is the guest's where the file was exported. */
type LineFields = UpdateGuest & { name: string; id?: string | null };

/** An error on a line of a file; `field` is null if it concerns the whole line. */
export interface LineError {
  line: number;
  field: string | null;
  code: FieldCode;
  message: string;
  params?: ProblemParams;
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
 * Checks the header and the number of rows, so that an unusable file fails before the import waits or begins.
 *
 * @returns the columns in the file's order with the text for {@link rowsOf}, or what is wrong with the file
 */
export async function guestFile(text: string): Promise<GuestFile | { problems: FieldProblem[] }> {
  const header = (await recordsOf(text).next()).value;
  if (header === undefined) return { problems: [problem('body', 'required', 'The file has no header line.')] };
  const found = columnsOf(header);
  if ('problems' in found) return found;
  const file = { columns: found.columns, text };
  // Usually the number of line breaks rules out too many rows without parsing.
  if (hasManyLines(text) && (await hasTooManyRows(file)))
    return {
      problems: [problem('body', 'too_many_rows', `The file has more than ${MAX_ROWS} rows.`, { max: MAX_ROWS })],
    };
  return file;
}

/** Whether there may be too many rows: each has a line break, and the header makes up for the last. */
function hasManyLines(text: string): boolean {
  let count = 0;
  for (const mark of ['\n', '\r'])
    for (let at = text.indexOf(mark); at >= 0 && count <= MAX_ROWS; at = text.indexOf(mark, at + 1)) count++;
  return count > MAX_ROWS;
}

async function hasTooManyRows(file: GuestFile): Promise<boolean> {
  let count = 0;
  for await (const _row of rowsOf(file)) if (++count > MAX_ROWS) return true;
  return false;
}

/**
 * The records after the header, parsed on demand, without blank ones: spreadsheets leave those where rows were cleared.
 */
export async function* rowsOf({ text }: GuestFile): AsyncGenerator<CsvRecord, void> {
  let isHeader = true;
  for await (const record of recordsOf(text)) {
    if (!isHeader && (record.cells === null || !isBlank(record.cells))) yield record;
    isHeader = false;
  }
}

function columnsOf(header: CsvRecord): { columns: Column[] } | { problems: FieldProblem[] } {
  if (header.cells === null) return { problems: [problem('body', 'malformed_csv', `The header ${faultOf(header)}`)] };
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
  if (problems.length > 0) return { problems: problems.slice(-MAX_HEADER_PROBLEMS) };
  return { columns: columns as Column[] };
}

/** By what a record finds a guest, whether the rest of it can be used or not. */
export function keyIn({ cells }: CsvRecord, columns: readonly Column[]): GuestKey {
  const keyOf = (column: 'id' | 'externalId' | 'email') => {
    const cell = cells?.[columns.indexOf(column)];
    const value = cell && valueOf(column, unguarded(cell));
    return typeof value === 'string' ? value : null;
  };
  return { id: keyOf('id'), externalId: keyOf('externalId'), email: keyOf('email') };
}

/** The guest in a record, or its errors, with the messages of the API. */
export function guestLine(
  record: CsvRecord,
  columns: readonly Column[],
  mentions: GuestMentions,
): GuestLine | { errors: LineError[] } {
  const { line } = record;
  if (record.cells === null) {
    return { errors: [{ line, field: null, code: 'malformed_csv', message: `The row ${faultOf(record)}` }] };
  }
  const cells = fittedCells(record.cells, columns.length);
  if (cells === null) {
    const message = `The row has ${withoutBlankEnd(record.cells, 0).length} fields, the header ${columns.length}.`;
    return { errors: [{ line, field: null, code: 'malformed_csv', message }] };
  }
  const row: Partial<Record<Column, string | string[] | null>> = {};
  const errors: LineError[] = [];
  for (const [column, cell] of pairsOf(columns, cells)) {
    const value = valueOf(column, unguarded(cell));
    const fieldError = fieldErrorOf(CreateGuest, column, value);
    if (fieldError !== null) {
      errors.push({ ...fieldError, line, field: column, message: `${column} ${fieldError.message}` });
    } else row[column] = value ?? null;
  }
  if (errors.length > 0) return { errors };
  const { id, ...changes } = row as LineFields;
  const { externalId, email } = changes;
  return {
    line,
    key: { id, externalId, email },
    name: changes.name,
    externalId,
    mentions,
    changesTo(guest) {
      // A guest who is known by their e-mail address keeps the externalId, by which other files know them.
      if (externalId !== null || guest?.id === id) return changes;
      const { externalId: _none, ...others } = changes;
      return others;
    },
  };
}

/**
 * The value of a cell, without what people paste along with it. An empty one clears the field, except for the name: there
 * it counts as missing.
 */
function valueOf(column: Column, cell: string): string | string[] | null | undefined {
  if (column === 'tags') return [...new Set(cell.split(TAG_SEPARATOR).flatMap((tag) => pastedLine(tag) || []))];
  const value = (CLEANERS[column] ?? pastedText)(cell);
  if (value !== '') return value;
  return column === 'name' ? undefined : null;
}

/** Of columns whose cells have more than blanks and invisible marks around them. */
const CLEANERS: { readonly [Name in Column]?: (cell: string) => string } = {
  name: pastedLine,
  email: pastedEmail,
  phone: pastedPhone,
  company: pastedLine,
};

function faultOf({ fault, line, lastLine }: CsvRecord & { cells: null }): string {
  const extent = lastLine > line ? ` It goes on to line ${lastLine}.` : '';
  return fault === 'quotes'
    ? `has a quote that is not closed, or alone.${extent}`
    : `has more than ${MAX_RECORD_LENGTH} characters.${extent}`;
}

function recordsOf(text: string): AsyncGenerator<CsvRecord, void> {
  return csvRecords(text, delimiterOf(text, [',', ';']));
}

function problem(field: string, code: FieldCode, message: string, params?: ProblemParams): FieldProblem {
  return { field, code, message, ...(params && { params }) };
}
