import { createHash } from 'node:crypto';

/** A statement with a name, as pg takes it. */
export interface NamedStatement<Row = never> {
  readonly name: string;
  readonly text: string;
  /** Exists for the compiler alone: what the statement returns; `never` when each call says so. */
  readonly row?: Row;
}

/** A statement that PostgreSQL parses and plans once per connection; named after its text. */
export function named<Row = never>(text: string): NamedStatement<Row> {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 24), text };
}
