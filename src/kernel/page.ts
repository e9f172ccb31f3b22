import type { ListCursor, WalkState } from './list-cursor';
import type { ProblemParams } from './problems';

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;

/** Which page of a list is wanted: `page` counts from 1, `limit` is already capped at MAX_LIMIT. */
export interface PageRequest {
  page: number;
  limit: number;
  /** Only the records with these ids; what is no id matches none. */
  ids?: readonly string[];
  /** Instead of a page's number. */
  cursor?: ListCursor;
}

/** The envelope of every list. `total` counts all matching records, `limit` is the one applied. */
export interface Page<T> {
  data: T[];
  total: number;
  page: number;
  limit: number;
  totalPages: number;
}

/** The envelope of such a list. */
export interface WalkedPage<T> extends Page<T>, WalkState {}

/** Why a text is no page or limit. */
export interface PageFault {
  code: 'wrong_type' | 'out_of_range';
  /** Follows the parameter's name. */
  message: string;
  params?: ProblemParams;
}

/** Reads a query string's `page`. Any integer up to 2^53 - 1 is valid, even when the list has fewer pages. */
export function readPage(text: unknown): number | PageFault {
  const page = readPositiveInteger(text);
  if (typeof page === 'number' && page > Number.MAX_SAFE_INTEGER)
    return {
      code: 'out_of_range',
      message: `must be at most ${Number.MAX_SAFE_INTEGER}.`,
      params: { min: 1, max: Number.MAX_SAFE_INTEGER },
    };
  return page;
}

/** Reads a query string's `limit`. One above {@link MAX_LIMIT} is applied as that, however large. */
export function readLimit(text: unknown): number | PageFault {
  const limit = readPositiveInteger(text);
  return typeof limit === 'number' ? Math.min(limit, MAX_LIMIT) : limit;
}

function readPositiveInteger(text: unknown): number | PageFault {
  if (typeof text !== 'string' || !/^-?\d+$/.test(text)) return { code: 'wrong_type', message: 'must be an integer.' };
  const value = Number(text);
  return value >= 1 ? value : { code: 'out_of_range', message: 'must be at least 1.', params: { min: 1 } };
}

/**
 * Records to skip. Capped at the largest safe integer, which is past the end of any list, so that it fits PostgreSQL's
 * bigint.
 */
export function offsetOf({ page, limit }: PageRequest): number {
  return Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
}

/** Puts the records of one page into the envelope. No records at all make no pages: `totalPages` is 0. */
export function toPage<T>(data: T[], total: number, { page, limit, cursor }: PageRequest): Page<T> {
  return { data, total, page: cursor?.page ?? page, limit, totalPages: Math.ceil(total / limit) };
}

/** The same for a list of which one can ask for changes. */
export function toWalkedPage<T>(
  data: T[],
  { total, nextCursor, nextUpdatedSince }: WalkState & { total: number },
  request: PageRequest,
): WalkedPage<T> {
  return {
    ...toPage(data, total, request),
    ...(request.cursor && { nextCursor: nextCursor ?? null }),
    nextUpdatedSince,
  };
}
