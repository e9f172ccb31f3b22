import { createHash } from 'node:crypto';

/** A statement with a name, as pg takes it. */
export interface NamedStatement<Row = never> {
  readonly name: string;
  readonly text: string;
  /** The form for a distributed database, where that one can't be run; with the same values and rows. */
  readonly distributed?: string;
  /** Exists for the compiler alone: what the statement returns; `never` when each call says so. */
  readonly row?: Row;
}

/** A statement that PostgreSQL parses and plans once per connection; named after its text. @param distributed see {@link NamedStatement} */
export function named<Row = never>(text: string, distributed?: string): NamedStatement<Row> {
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  return distributed === undefined ? { name, text } : { name, text, distributed };
}
