import type { QueryResultRow } from 'pg';
import { cursorText, type ListCursor, type WalkState } from '../../kernel/list-cursor';

/** A page's rows, and how many there are in all. */
export interface ListRows<Row> {
  rows: Row[];
  total: number;
}

/** The same of a list of which one can ask for changes. */
export interface WalkedRows<Row> extends ListRows<Row>, WalkState {}

/**
 * The next page of a walk in the order of ids, which are the rows' `id`.
 *
 * @param nextUpdatedSince goes on to the cursors of all further pages
 * @param begin reads the first rows and counts all of them
 * @param proceed reads the rows after an id
 */
export async function walk<Row extends QueryResultRow>(
  { after, page, total: counted }: ListCursor,
  limit: number,
  nextUpdatedSince: string,
  begin: (limit: number) => Promise<ListRows<Row>>,
  proceed: (after: string, limit: number) => Promise<Row[]>,
): Promise<WalkedRows<Row>> {
  // One more than the page has says whether there is another.
  const { rows, total } =
    counted === null ? await begin(limit + 1) : { rows: await proceed(after, limit + 1), total: counted };
  const last: unknown = rows[limit - 1]?.['id'];
  const next = { after: String(last), page: page + 1, total, nextUpdatedSince };
  return {
    rows: rows.slice(0, limit),
    total,
    nextUpdatedSince,
    nextCursor: rows.length > limit ? cursorText(next) : null,
  };
}
