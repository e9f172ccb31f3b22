import { named, type NamedStatement } from '../database/named';
import { goesToOneShard, readsShards } from './shards';
import type { Selection } from '../database/table';

/**
 * A statement over one organization's rows: it reads, changes or locks them. Its first parameter, `$1`, is always the
 * organization: naming it lets the planner use the tenant's index, and the policies of row-level security check it a
 * second time.
 */
export class ScopedStatement<Row = never> {
  /** Exists for the compiler alone: what the statement returns; `never` when each call says so. */
  declare readonly row?: Row;

  /** For a connection whose transaction has the scope set already. */
  readonly inTransaction: NamedStatement<Row>;

  private withScope: NamedStatement | undefined;
  private spansShards: boolean | undefined;

  constructor(text: string) {
    if (!/\$1\b/.test(text)) throw new Error(`A scoped statement must use $1 as the organization: ${text}`);
    this.inTransaction = named(text);
  }

  /** Whether a distributed database can't run the form {@link alone}. */
  get needsTransaction(): boolean {
    const { text } = this.inTransaction;
    return (this.spansShards ??= readsShards(text) && !goesToOneShard(text));
  }

  /**
   * For a connection outside of a transaction: the statement sets the scope itself, in the same round trip. Only one
   * that reads can do so: it becomes a sub-select.
   */
  get alone(): NamedStatement {
    this.withScope ??= named(withSetting(`'app.organization_id', ($1::uuid)::text`, this.inTransaction.text));
    return this.withScope;
  }
}

/**
 * A reading statement over the rows of all organizations, for a stated reason. Tables that belong to no organization
 * need it as well: it is the only other way to read.
 */
export class UnscopedStatement<Row = never> {
  /** See {@link ScopedStatement.row}. */
  declare readonly row?: Row;

  /** For a connection outside of a transaction: see {@link ScopedStatement.alone}. */
  readonly alone: NamedStatement;

  /** For a connection whose transaction has the scope set already. */
  readonly inTransaction: NamedStatement<Row>;

  private spansShards: boolean | undefined;

  constructor(
    readonly reason: string,
    text: string,
  ) {
    this.inTransaction = named(text);
    this.alone = named(withSetting(`'app.unscoped', '${reason.replaceAll("'", "''")}'`, text));
  }

  /** Whether a distributed database can't run the form {@link alone}. */
  get needsTransaction(): boolean {
    return (this.spansShards ??= readsShards(this.inTransaction.text));
  }
}

/**
 * Finds a row of the organization in scope by its id, `$2`.
 *
 * @param rest what follows: a further condition (`AND …`) with its values from `$3` on, a lock (`FOR SHARE`)
 */
export function findById<Row>({ columns, from, organization, id }: Selection<Row>, rest = ''): ScopedStatement<Row> {
  return new ScopedStatement(`SELECT ${columns} FROM ${from} WHERE ${organization} = $1 AND ${id} = $2 ${rest}`.trim());
}

/** Like {@link findById}, over all organizations' rows: the id is `$1`, and `rest` has its values from `$2` on. */
export function findUnscoped<Row>(
  reason: string,
  { columns, from, id }: Selection<Row>,
  rest = '',
): UnscopedStatement<Row> {
  return new UnscopedStatement(reason, `SELECT ${columns} FROM ${from} WHERE ${id} = $1 ${rest}`.trim());
}

/**
 * Puts a setting of row-level security and a statement into one round trip. The setting must be made before the
 * policies read it, so the order is forced: the inner statement depends on the outer row (the condition on
 * `scope.setting`), and OFFSET 0 keeps the planner from merging the two.
 */
function withSetting(setting: string, text: string): string {
  return (
    `SELECT result.* FROM (SELECT set_config(${setting}, true) AS setting) AS scope CROSS JOIN LATERAL ` +
    `(SELECT statement.* FROM (${text}) AS statement WHERE scope.setting IS NOT NULL OFFSET 0) AS result`
  );
}
