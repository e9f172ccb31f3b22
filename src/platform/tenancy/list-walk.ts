import type { QueryResultRow } from 'pg';
import { cursorText, type ListCursor } from '../../kernel/list-cursor';

/** A page's rows, and how many there are in all. */
export interface ListRows<Row> {
  rows: Row[];
  total: number;
  /** In a walk by cursor: where it goes on, null at its end. */
  nextCursor?: string | null;
}

/**
 * The next page of a walk in the order of ids, which are the rows' `id`.
 *
 * @param begin reads the first rows and counts all of them
 * @param proceed reads the rows after an id
 */
export async function walk<Row extends QueryResultRow>(
  { after, page, total: counted }: ListCursor,
  limit: number,
  begin: (limit: number) => Promise<ListRows<Row>>,
  proceed: (after: string, limit: number) => Promise<Row[]>,
): Promise<ListRows<Row>> {
  // One more than the page has says whether there is another.
  const { rows, total } =
    counted === null ? await begin(limit + 1) : { rows: await proceed(after, limit + 1), total: counted };
  const last: unknown = rows[limit - 1]?.['id'];
  const next = rows.length > limit ? cursorText({ after: String(last), page: page + 1, total }) : null;
  return { rows: rows.slice(0, limit), total, nextCursor: next };
}
