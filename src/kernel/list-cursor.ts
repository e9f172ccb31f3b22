import { isId, NIL_ID } from './ids';

/** Where a walk through a list stands: it goes by ids, which never change, so no record comes twice or is left out. */
export interface ListCursor {
  /** The last id of the page before. */
  readonly after: string;
  /** The number of the page that comes next, from 1. */
  readonly page: number;
  /** How many records matched when the walk began; null before that. */
  readonly total: number | null;
}

/** The cursor that begins a walk. */
const START: ListCursor = { after: NIL_ID, page: 1, total: null };

/** Reads a cursor of a query string; an empty one begins. @returns null for what is no cursor */
export function readCursor(text: string): ListCursor | null {
  if (text === '') return START;
  try {
    const [after, page, total] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    return isId(after) && isCount(page) && isCount(total) ? { after, page, total } : null;
  } catch {
    return null;
  }
}

/** A cursor as text, opaque to callers. */
export function cursorText({ after, page, total }: ListCursor): string {
  return Buffer.from(JSON.stringify([after, page, total])).toString('base64url');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
