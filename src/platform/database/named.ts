import { createHash } from 'node:crypto';

/** A statement with a name, as pg takes it. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** A statement that PostgreSQL parses and plans once per connection; named after its text. */
export function named(text: string): NamedStatement {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 24), text };
}
