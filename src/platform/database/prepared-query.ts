import { Query, type Client, type ClientConfig, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import type { ConnectionConfig } from './connection';

/** What pg makes of a server's description of rows. */
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** The parts of pg's query that send a prepared statement and take in what its rows look like. */
interface Inner {
  name: string | undefined;
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: object): void;
  handleRowDescription(message: unknown): void;
  handleCommandComplete(message: unknown, connection: object): void;
}

/** All properties of pg's result. If it has others, a description may fill those too, so that none is reused. */
const PARTS_OF_RESULT = [
  ...['command', 'rowCount', 'oid', 'rows', 'fields', 'RowCtor', 'rowAsArray'],
  ...['_types', '_parsers', '_prebuiltEmptyResultObject'],
].sort();

type QueryResultOf<Row extends QueryResultRow> = (error: Error | undefined, result: QueryResult<Row>) => void;

const InnerQuery = Query as unknown as new (
  text: string,
  values: unknown,
  callback: QueryResultOf<never>,
) => Query & Inner;

/**
 * The rows of one connection's prepared statements, as the server described them; a new connection begins with none.
 */
export class Descriptions {
  readonly columns = new Map<string, Columns>();
  private silent: object | null = null;

  /** The same connection for statements whose rows are known: it asks for no description. */
  without(connection: object): object {
    return (this.silent ??= Object.create(connection, { describe: { value: () => undefined } }) as object);
  }
}

/**
 * A named statement whose rows are described once per connection. pg asks for the description with every execution, and
 * makes parsers and an empty row from it each time: a tenth of the time of a request that reads one record, besides
 * PostgreSQL's own work. A description stays valid: a prepared statement whose columns have changed fails in
 * PostgreSQL. pg has no setting for this, so this class relies on pg's internals; where they are not the ones known
 * here, every execution asks, as in pg.
 *
 * It passes text and values to pg one by one, because pg copies a configuration object property by property.
 */
export class PreparedQuery<Row extends QueryResultRow> extends InnerQuery {
  constructor(
    { text, name, values }: QueryConfig,
    private readonly descriptions: Descriptions,
    callback: QueryResultOf<Row>,
  ) {
    super(text, values, callback as QueryResultOf<never>);
    this.name = name;
  }

  override prepare(connection: object): void {
    const columns = this.name === undefined ? undefined : this.descriptions.columns.get(this.name);
    if (columns === undefined) return super.prepare(connection);
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    super.prepare(this.descriptions.without(connection));
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    if (this.name === undefined || !this._accumulateRows || !isKnown(this._result)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.descriptions.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  override handleCommandComplete(message: unknown, connection: object): void {
    super.handleCommandComplete(message, connection);
    // Without a description there are no rows.
    if (this.name === undefined || this._accumulateRows || !isKnown(this._result)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.descriptions.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/** The same connection, whose named statements are described once. A form for a distributed database is chosen before. */
export function describedOnce(config: ConnectionConfig): ConnectionConfig {
  const Plain = config.Client as new (config: ClientConfig) => Client;
  class DescribedOnceClient extends Plain {
    private readonly descriptions = new Descriptions();

    override query(statement: string | QueryConfig, ...rest: unknown[]): never {
      if (typeof statement === 'string' || statement.name === undefined || rest.length > 0)
        return super.query(statement as string, ...(rest as [])) as never;
      return new Promise((resolve, reject) => {
        const callback: QueryResultOf<never> = (error, result) => (error ? reject(error) : resolve(result));
        super.query(new PreparedQuery(statement, this.descriptions, callback));
      }) as never;
    }
  }
  return { ...config, Client: DescribedOnceClient };
}

function isKnown(result: Columns | undefined): boolean {
  const parts = Object.keys(result ?? {}).sort();
  return parts.length === PARTS_OF_RESULT.length && parts.every((part, index) => part === PARTS_OF_RESULT[index]);
}
