import { isId } from '../../kernel/ids';
import { searchTerms } from '../../kernel/search-terms';
import { ScopedStatement, UnscopedStatement } from './statement';

/** The parts of a list's statement. All of them are SQL written by a repository; nothing of it comes from a caller. */
interface Shape<Row> {
  /** Exists for the compiler alone: a row of the list; `never` when each call says so. */
  readonly row?: Row;
  /** The columns of a row. */
  readonly columns: string;
  /** Tables and joins. */
  readonly from: string;
  /**
   * What is counted, when a filter of no scan touches nothing else: the table of the rows alone, where each of them has
   * exactly one row in those joined to it.
   */
  readonly countFrom?: string;
  /** The column that every order ends in, so that pages never overlap. */
  readonly id: string;
  /** What the list can be sorted by: the API's name and its column. */
  readonly sorts: Readonly<Record<string, string>>;
  /** A condition that always applies; in the list of an organization `$1` is the organization. */
  readonly always?: string;
}

/** A list of rows of the organization in scope. */
export interface ListShape<Row = never> extends Shape<Row> {
  /** The column of the organization's id. */
  readonly organization: string;
}

/**
 * A list of rows of all organizations, or of none. Its SQL may have parameters (`$1`, …), whose values each call
 * passes.
 */
export interface UnscopedListShape<Row = never> extends Shape<Row> {
  /** Why it runs unscoped. */
  readonly reason: string;
}

/** A condition with one `?` for each of its values. */
export interface ListFilter {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** No index helps it (LIKE, arrays): the list may read every row, so it does not run where short reads do. */
  readonly scans?: true;
}

/** The order of a list. */
export interface ListOrder {
  /** A name of the shape's sorts. */
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

/**
 * How many different statements are kept. Filters and orders multiply, but only by what a programmer wrote; the bound
 * is there so that a mistake (a value written into the SQL) shows up as an error instead of as a leak.
 */
const MAX_STATEMENTS = 2_000;

/** Writes the statements of lists and keeps them, so that PostgreSQL plans each of them once. */
export class ListStatements {
  private readonly scoped = new Map<string, ScopedStatement>();
  private readonly unscoped = new Map<string, UnscopedStatement>();

  /** The statement for a list with these filters; its values are the filters' values, the limit and the offset. */
  statement(shape: ListShape<unknown>, filters: readonly ListFilter[], order: ListOrder): ScopedStatement {
    const text = listText(shape, `${shape.organization} = $1`, 2, filters, order);
    return kept(this.scoped, text, () => new ScopedStatement(text));
  }

  /**
   * The statement for the rows that follow an id, in id order; its values are the id, the limit and the filters'
   * values.
   */
  statementAfter(shape: ListShape<unknown>, filters: readonly ListFilter[]): ScopedStatement {
    const wall = `${shape.organization} = $1 AND ${shape.id} > $2`;
    const where = whereOf(shape, wall, 4, filters);
    const text = `SELECT ${shape.columns} FROM ${shape.from} ${where}ORDER BY ${shape.id} LIMIT $3`;
    return kept(this.scoped, text, () => new ScopedStatement(text));
  }

  /**
   * Like {@link statement}, over the rows of all organizations.
   *
   * @param taken how many parameters the shape's own SQL has; they come before the filters'
   */
  unscopedStatement(
    shape: UnscopedListShape<unknown>,
    taken: number,
    filters: readonly ListFilter[],
    order: ListOrder,
  ): UnscopedStatement {
    const text = listText(shape, null, taken + 1, filters, order);
    return kept(this.unscoped, text, () => new UnscopedStatement(shape.reason, text));
  }
}

function kept<Statement>(statements: Map<string, Statement>, text: string, write: () => Statement): Statement {
  let statement = statements.get(text);
  if (statement === undefined) {
    if (statements.size >= MAX_STATEMENTS) throw new Error('Too many different list statements.');
    statements.set(text, (statement = write()));
  }
  return statement;
}

/**
 * @param wall the condition that keeps to one organization, if any
 * @param first the position of the first filter's first value
 */
function listText(
  shape: Shape<unknown>,
  wall: string | null,
  first: number,
  filters: readonly ListFilter[],
  order: ListOrder,
): string {
  const column = shape.sorts[order.by];
  if (column === undefined) throw new Error(`The list can't be sorted by ${order.by}.`);
  const where = whereOf(shape, wall, first, filters);
  const position = first + filters.reduce((count, filter) => count + filter.values.length, 0);
  if (filters.some((filter) => filter.scans)) return scanText(shape, wall, where, position, column, order);
  // One row at least, with the total, even when the page is past the end.
  return (
    `SELECT counted.total, page.* FROM (SELECT count(*)::int AS total FROM ${shape.countFrom ?? shape.from} ${where}) AS counted ` +
    `LEFT JOIN LATERAL (SELECT true AS matched, ${shape.columns} FROM ${shape.from} ${where}` +
    `ORDER BY ${column} ${order.direction}, ${shape.id} ${order.direction} ` +
    `LIMIT $${position} OFFSET $${position + 1}) AS page ON true`
  );
}

/**
 * A list that looks at all rows does so once: it collects what matches, counts that, and fetches the page's rows only. Those
 * are looked up one by one, by nothing but the key: while PostgreSQL knows nothing of a table that was just filled, it
 * would else go through all that matches for each of them.
 */
function scanText(
  { columns, from, id, always }: Shape<unknown>,
  wall: string | null,
  where: string,
  position: number,
  column: string,
  order: ListOrder,
): string {
  const sorted = `ORDER BY found_by ${order.direction}, found_id ${order.direction}`;
  return (
    `WITH found AS MATERIALIZED (SELECT ${id} AS found_id, ${column} AS found_by FROM ${from} ${where}) ` +
    `SELECT counted.total, page.* FROM (SELECT count(*)::int AS total FROM found) AS counted ` +
    `LEFT JOIN LATERAL (SELECT looked_up.* FROM (SELECT found_id, found_by FROM found ${sorted} ` +
    `LIMIT $${position} OFFSET $${position + 1}) AS chosen ` +
    `CROSS JOIN LATERAL (SELECT true AS matched, ${columns} FROM ${from} ` +
    `WHERE ${[wall, always, `${id} = chosen.found_id`].filter((part) => part != null).join(' AND ')} LIMIT 1) AS looked_up ${sorted}) AS page ON true`
  );
}

/**
 * The WHERE clause with a trailing space, or '' without conditions. Parameters of filters are numbered from `first` on.
 */
function whereOf(shape: Shape<unknown>, wall: string | null, first: number, filters: readonly ListFilter[]): string {
  let position = first;
  const conditions = [
    wall,
    shape.always,
    ...filters.map((filter) => filter.sql.replace(/\?/g, () => `$${position++}`)),
  ].filter((condition) => condition != null);
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')} `;
}

/** Matches records whose column has one of some values. With one, the order of an index behind the column is kept. */
export function isOneOf(column: string, values: readonly string[]): ListFilter {
  return values.length === 1
    ? { sql: `${column} = ?`, values }
    : { sql: `${column} = ANY (?::text[])`, values: [values] };
}

/** Matches the records whose column has this id; what is no id matches none. */
export function hasId(column: string, id: string): ListFilter {
  return isId(id) ? { sql: `${column} = ?`, values: [id] } : { sql: 'false', values: [] };
}

/** Matches the records with these ids; what is no id matches none. */
export function hasIdAmong(column: string, ids: readonly string[]): ListFilter {
  return { sql: `${column} = ANY (?::uuid[])`, values: [ids.filter(isId)] };
}

/** Matches records that one of these filters matches. */
export function anyOf(filters: readonly ListFilter[]): ListFilter {
  return {
    sql: `(${filters.map(({ sql }) => sql).join(' OR ')})`,
    values: filters.flatMap(({ values }) => values),
    ...(filters.some(({ scans }) => scans) && { scans: true }),
  };
}

/**
 * Matches records whose searchable text has all words of `text`, in any order, or the phone number or number plate that it is.
 *
 * @param column the column of the searchable text, in the form that `searchText` gives it
 * @param text as the caller sent it
 */
export function searched(column: string, text: string): ListFilter {
  const { patterns, number } = searchTerms(text);
  return number === null
    ? { sql: `${column} LIKE ALL (?::text[])`, values: [patterns], scans: true }
    : { sql: `(${column} LIKE ALL (?::text[]) OR ${column} LIKE ?)`, values: [patterns, number], scans: true };
}
