import type { QueryResultRow } from 'pg';
import { offsetOf, type PageRequest } from '../../kernel/page';
import { hasIdAmong, type ListFilter } from './list-statements';

/** A row of a list's statement: all rows carry the total; a page without records is one row that matched nothing. */
export type Listed<Row> = Row & { total: number; matched: boolean | null };

/** The filters of a list with that of its `ids`. */
export function withIds(
  { id }: { readonly id: string },
  filters: readonly ListFilter[],
  { ids }: PageRequest,
): readonly ListFilter[] {
  return ids === undefined ? filters : [...filters, hasIdAmong(id, ids)];
}

/** What a list's statement takes from its filters and its page. */
export function listValues(filters: readonly ListFilter[], page: PageRequest): unknown[] {
  return [...filters.flatMap((filter) => filter.values), page.limit, offsetOf(page)];
}

/** The page that a list's statement gave. */
export function pageOf<Row extends QueryResultRow>(listed: Listed<Row>[]): { rows: Row[]; total: number } {
  const rows = listed
    .filter((row) => row.matched)
    .map(({ total: _total, matched: _matched, ...row }) => row as unknown as Row);
  return { rows, total: listed[0]?.total ?? 0 };
}
