import { readCursor, type ListCursor } from '../../kernel/list-cursor';
import type { FieldProblem } from '../../kernel/problems';
import { enumeration } from '../../kernel/enumeration';
import { DEFAULT_LIMIT, MAX_LIMIT, readLimit, readPage, type PageFault, type PageRequest } from '../../kernel/page';
import { Combining } from './combinations';
import { Custom, IdsFilter, OneOf, type FieldOptions, Timestamp } from './fields';

const SORT_DIRECTIONS = enumeration('SortDirection', ['asc', 'desc']);

/** An integer from 1 that a query string gives as text. */
function PagePart(read: (text: unknown) => number | PageFault, absent: number, { description }: FieldOptions) {
  return Custom(
    { presence: 'optional', description: `${description} ${absent} when left out.` },
    { type: 'integer', minimum: 1 },
    (value) => (typeof value === 'number' ? null : (read(value) as PageFault)),
    (value) => {
      const asked = read(value);
      return typeof asked === 'number' ? asked : value;
    },
  );
}

/** How many records a response may have, for a list that is read on from a cursor: as many as can be, by default. */
export class LimitQuery {
  @PagePart(readLimit, MAX_LIMIT, {
    description: `At most this many; more than ${MAX_LIMIT} is applied as ${MAX_LIMIT}.`,
  })
  limit: number = MAX_LIMIT;
}

/** The query parameters of a list of what has no ids. Values are what the caller asked for, already capped. */
export class UnidentifiedPageQuery implements PageRequest {
  @PagePart(readPage, 1, { description: 'Which page, counted from 1.' })
  page: number = 1;

  @PagePart(readLimit, DEFAULT_LIMIT, {
    description: `Records per page; more than ${MAX_LIMIT} is applied as ${MAX_LIMIT}.`,
  })
  limit: number = DEFAULT_LIMIT;
}

/** The query parameters of every list of records. */
export class PageQuery extends UnidentifiedPageQuery {
  @IdsFilter() ids?: string[];
}

/** The query parameters of a list that can be sorted; `sortBy` is each list's own. */
export class SortedPageQuery extends PageQuery {
  @OneOf(SORT_DIRECTIONS, {
    presence: 'optional',
    description:
      'Direction of sortBy. Names are sorted ignoring case and accents. Records without a value come last, or first ' +
      'when descending.',
  })
  sortDir?: 'asc' | 'desc';
}

/** The query parameters of a list that can also be walked through by cursor, and asked what has changed. */
@Combining(cursorProblems)
export class WalkedQuery extends SortedPageQuery {
  @Timestamp({
    presence: 'optional',
    description:
      'Only records that were changed then or later. Ask from the `nextUpdatedSince` of an earlier response: a change shows ' +
      'when it is committed, up to minutes after its `updatedAt` where it was part of a long import.',
  })
  updatedSince?: Date;

  @Custom(
    {
      presence: 'optional',
      description:
        'Walks through the list instead of `page`, in the order of ids: empty to begin, then the `nextCursor` of each ' +
        'response. Every record that is there all the time comes once, whatever changes meanwhile. The total is the one ' +
        'when the walk began.',
    },
    { type: 'string', maxLength: 200, example: '' },
    (value) =>
      typeof value === 'object' ? null : { code: 'invalid_cursor', message: 'must be a cursor of this list.' },
    (value) => (typeof value === 'string' ? (readCursor(value) ?? value) : 0),
  )
  cursor?: ListCursor;
}

/** A walk has an order of its own. */
function cursorProblems(query: {
  cursor?: unknown;
  page?: number;
  sortBy?: unknown;
  sortDir?: unknown;
}): FieldProblem[] {
  if (query.cursor === undefined) return [];
  const others = [
    ...(query.page === 1 ? [] : ['page']),
    ...(['sortBy', 'sortDir'] as const).filter((name) => query[name]),
  ];
  return others.map((field) => ({ field, code: 'not_combinable', message: `${field} does not go with cursor.` }));
}
