/** A walk over the keys of a queue; everything but the bounds' values is SQL written by a programmer. */
export interface IndexWalk {
  /** The name of the query. */
  readonly name: string;
  readonly table: string;
  /** Columns of the walk's rows: those of the key, the moment that the queue is ordered by, and what else is needed. */
  readonly columns: readonly string[];
  /** What an index begins with, `due_at` following. */
  readonly key: readonly string[];
  /** The condition of the index, where it is a partial one. */
  readonly where?: string;
  /** The key that the walk begins after, such as `$1`; without it, the walk begins with the first. */
  readonly after?: readonly string[];
  /** The key that the walk ends with. */
  readonly upTo?: readonly string[];
  /** The most keys that are visited. */
  readonly maxSteps?: string;
}

/**
 * A query for WITH RECURSIVE: the keys of a queue in their order, each with its longest due row. It takes one step of the index for each
 * key, however many rows a key has: DISTINCT ON would read them all. (PostgreSQL has no such scan of its own.)
 */
export function indexWalk({ name, table, columns, key, where = 'true', after, upTo, maxSteps }: IndexWalk): string {
  const bound = upTo === undefined ? 'true' : `${tuple(key)} <= ${tuple(upTo)}`;
  const firstAfter = (previous: readonly string[] | undefined, step: string) => `
    SELECT ${columns.join(', ')}, ${step} AS step FROM ${table}
    WHERE ${where} AND ${bound} AND ${previous === undefined ? 'true' : `${tuple(key)} > ${tuple(previous)}`}
    ORDER BY ${key.join(', ')}, due_at LIMIT 1`;
  const previous = key.map((column) => `${name}.${column}`);
  return `${name} AS (
    (${firstAfter(after, '1')})
    UNION ALL
    SELECT next.* FROM ${name} CROSS JOIN LATERAL (${firstAfter(previous, `${name}.step + 1`)}) AS next
    ${maxSteps === undefined ? '' : `WHERE ${name}.step < ${maxSteps}`}
  )`;
}

function tuple(columns: readonly string[]): string {
  return `(${columns.join(', ')})`;
}
