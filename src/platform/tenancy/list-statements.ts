import { ScopedStatement } from './statement';

/** What a list shows. All parts are SQL written by a repository; nothing of it comes from a caller. */
export interface ListShape {
  /** The columns of a row. */
  readonly columns: string;
  /** Tables and joins. */
  readonly from: string;
  /** The column that holds the organization. */
  readonly organization: string;
  /** The column that every order ends in, so that pages never overlap. */
  readonly id: string;
  /** What the list can be sorted by: the API's name and its column. */
  readonly sorts: Readonly<Record<string, string>>;
  /** Conditions that always hold; `$1` is the organization. */
  readonly always?: string;
}

/** A condition with one `?` for each of its values. */
export interface ListFilter {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface ListOrder {
  /** A name of the shape's sorts. */
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

/**
 * How many different statements are kept. Filters and orders multiply, but only by what a programmer wrote; the bound
 * is there so that a mistake (a value written into the SQL) shows up as an error instead of as a leak.
 */
const MOST_STATEMENTS = 2_000;

/** Writes the statements of lists and keeps them, so that PostgreSQL plans each of them once. */
export class ListStatements {
  private readonly statements = new Map<string, ScopedStatement>();

  /** The statement for a list with these filters; its values are the filters' values, the limit and the offset. */
  statement(shape: ListShape, filters: readonly ListFilter[], order: ListOrder): ScopedStatement {
    const text = listText(shape, filters, order);
    let statement = this.statements.get(text);
    if (statement === undefined) {
      if (this.statements.size >= MOST_STATEMENTS) throw new Error('Too many different list statements.');
      this.statements.set(text, (statement = new ScopedStatement(text)));
    }
    return statement;
  }
}

function listText(shape: ListShape, filters: readonly ListFilter[], order: ListOrder): string {
  const column = shape.sorts[order.by];
  if (column === undefined) throw new Error(`The list can't be sorted by ${order.by}.`);
  let position = 1;
  const conditions = [
    `${shape.organization} = $1`,
    ...(shape.always === undefined ? [] : [shape.always]),
    ...filters.map((filter) => filter.sql.replace(/\?/g, () => `$${++position}`)),
  ].join(' AND ');
  // One row at least, with the total, even when the page is past the end.
  return (
    `SELECT counted.total, page.* FROM (SELECT count(*)::int AS total FROM ${shape.from} WHERE ${conditions}) AS counted ` +
    `LEFT JOIN LATERAL (SELECT true AS matched, ${shape.columns} FROM ${shape.from} WHERE ${conditions} ` +
    `ORDER BY ${column} ${order.direction}, ${shape.id} ${order.direction} ` +
    `LIMIT $${position + 1} OFFSET $${position + 2}) AS page ON true`
  );
}

/** A pattern for LIKE that finds `text` anywhere; the characters that LIKE treats specially stand for themselves. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
