import { requireValid, type FieldProblem } from './problems';

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;

/** Which page of a list is wanted: `page` counts from 1, `limit` is already capped at MAX_LIMIT. */
export interface PageRequest {
  page: number;
  limit: number;
}

/** The envelope of every list. `total` counts all matching records, `limit` is the one applied. */
export interface Page<T> {
  data: T[];
  total: number;
  page: number;
  limit: number;
  totalPages: number;
}

/**
 * Reads `page` and `limit` from query-string text. A limit above MAX_LIMIT is applied as MAX_LIMIT, however large. A
 * page may be any integer that a JSON number can give back exactly (to 2^53 - 1); it is then merely past the end.
 *
 * @throws ValidationFailed naming each that is no integer or below 1, or a page beyond that
 */
export function pageRequest(query: { page?: unknown; limit?: unknown }): PageRequest {
  const errors: FieldProblem[] = [];
  const page = positiveInteger('page', query.page, 1, errors);
  const limit = Math.min(positiveInteger('limit', query.limit, DEFAULT_LIMIT, errors), MAX_LIMIT);
  if (page > Number.MAX_SAFE_INTEGER) {
    errors.push({ field: 'page', code: 'out_of_range', message: `page must be at most ${Number.MAX_SAFE_INTEGER}.` });
  }
  requireValid(errors);
  return { page, limit };
}

function positiveInteger(field: string, text: unknown, absent: number, errors: FieldProblem[]): number {
  if (text === undefined) return absent;
  if (typeof text !== 'string' || !/^-?\d+$/.test(text)) {
    errors.push({ field, code: 'wrong_type', message: `${field} must be an integer.` });
    return absent;
  }
  const value = Number(text);
  if (value >= 1) return value;
  errors.push({ field, code: 'out_of_range', message: `${field} must be at least 1.` });
  return absent;
}

/**
 * Records to skip. Held within safe integers, so that it fits PostgreSQL's bigint; what it cuts off is past any end.
 */
export function offsetOf({ page, limit }: PageRequest): number {
  return Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
}

/** Puts the records of one page into the envelope. No records at all make no pages: `totalPages` is 0. */
export function toPage<T>(data: T[], total: number, { page, limit }: PageRequest): Page<T> {
  return { data, total, page, limit, totalPages: Math.ceil(total / limit) };
}
