import { DEFAULT_LIMIT, MAX_LIMIT, pageRequest, type PageRequest } from '../../kernel/page';
import { ValidationFailed } from '../../kernel/problems';
import { Custom, OneOf, type Refusal } from './fields';

/** The query parameters of every list. Values are what the caller asked for, already capped. */
export class PageQuery implements PageRequest {
  @Custom(
    { presence: 'optional', description: 'Which page, counted from 1.' },
    { type: 'integer', minimum: 1, default: 1, example: 1 },
    (value) => refusalOfPage('page', value),
    (value) => asNumber('page', value),
  )
  page: number = 1;

  @Custom(
    { presence: 'optional', description: `Records per page; more than ${MAX_LIMIT} is applied as ${MAX_LIMIT}.` },
    { type: 'integer', minimum: 1, default: DEFAULT_LIMIT, example: DEFAULT_LIMIT },
    (value) => refusalOfPage('limit', value),
    (value) => asNumber('limit', value),
  )
  limit: number = DEFAULT_LIMIT;
}

/** The query parameters of a list that can be sorted; `sortBy` is each list's own. */
export class SortedPageQuery extends PageQuery {
  @OneOf(['asc', 'desc'], {
    presence: 'optional',
    description:
      'Direction of sortBy. Names are sorted ignoring case and accents. Records without a value come last, or first ' +
      'when descending.',
  })
  sortDir?: 'asc' | 'desc';
}

function refusalOfPage(field: 'page' | 'limit', value: unknown): Refusal | null {
  if (typeof value === 'number') return null;
  try {
    pageRequest({ [field]: value });
    return null;
  } catch (error) {
    const [problem] = (error as ValidationFailed).errors;
    return { code: problem!.code, message: problem!.message.replace(`${field} `, '') };
  }
}

function asNumber(field: 'page' | 'limit', value: unknown): unknown {
  return refusalOfPage(field, value) === null ? pageRequest({ [field]: value })[field] : value;
}
