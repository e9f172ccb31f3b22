import { enumeration } from '../../kernel/enumeration';
import { DEFAULT_LIMIT, MAX_LIMIT, readLimit, readPage, type PageFault, type PageRequest } from '../../kernel/page';
import { Custom, OneOf, type FieldOptions } from './fields';

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

/** How many records a response may have, for a list that is read on from a cursor. */
export class LimitQuery {
  @PagePart(readLimit, DEFAULT_LIMIT, {
    description: `At most this many; more than ${MAX_LIMIT} is applied as ${MAX_LIMIT}.`,
  })
  limit: number = DEFAULT_LIMIT;
}

/** The query parameters of every list. Values are what the caller asked for, already capped. */
export class PageQuery implements PageRequest {
  @PagePart(readPage, 1, { description: 'Which page, counted from 1.' })
  page: number = 1;

  @PagePart(readLimit, DEFAULT_LIMIT, {
    description: `Records per page; more than ${MAX_LIMIT} is applied as ${MAX_LIMIT}.`,
  })
  limit: number = DEFAULT_LIMIT;
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
