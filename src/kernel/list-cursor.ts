import { isId, NIL_ID } from './ids';

/** Where a walk through a list stands: it goes by ids, which never change, so no record comes twice or is left out. */
export interface ListCursor {
  /** The last id of the page before. */
  readonly after: string;
  /** The number of the page that comes next, from 1. */
  readonly page: number;
  /** How many records matched when the walk began; null before that. */
  readonly total: number | null;
  /** From when on changes are to be asked for after the walk; null before it began. */
  readonly nextUpdatedSince: string | null;
}

/** What a list of which one can ask for changes says of how to go on. */
export interface WalkState {
  /** In a walk by cursor: where it goes on, null at its end. */
  readonly nextCursor?: string | null;
  /** Whoever asks for what was changed since then misses nothing that the list doesn't show yet. */
  readonly nextUpdatedSince: string;
}

/** The cursor that begins a walk. */
const START: ListCursor = { after: NIL_ID, page: 1, total: null, nextUpdatedSince: null };

/** Reads a cursor of a query string; an empty one begins. @returns null for what is no cursor */
export function readCursor(text: string): ListCursor | null {
  if (text === '') return START;
  try {
    const [after, page, total, sinceMs] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (!isId(after) || !isCount(page) || !isCount(total) || !isCount(sinceMs)) return null;
    return { after, page, total, nextUpdatedSince: new Date(sinceMs).toISOString() };
  } catch {
    return null;
  }
}

/** A cursor as text, opaque to callers. */
export function cursorText({ after, page, total, nextUpdatedSince }: ListCursor & WalkState): string {
  return Buffer.from(JSON.stringify([after, page, total, Date.parse(nextUpdatedSince)])).toString('base64url');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
