import { Query, type ClientConfig, type QueryConfig } from 'pg';
import { QuietClient } from './quiet-client';

/** The options of a connection through a pooler, which may be another one of PostgreSQL's in every transaction. */
export interface PooledClientConfig extends ClientConfig {
  /** Settings of each transaction, by PostgreSQL's names. */
  transactionSettings: Readonly<Record<string, string>>;
}

/** The part of pg's client that writes the start-up message. */
interface Starting {
  getStartupConf(): Record<string, string>;
}

/**
 * A client of a pooler that lends a connection for one transaction at a time (PgBouncer, `pool_mode = transaction`).
 * Nothing can be kept in a connection there, so
 * - statements are not named: the next transaction may run on a connection that has not prepared them;
 * - settings are not given to the connection but made in each transaction, in the message that begins it;
 * - the time zone and the format of dates are the start-up parameters that poolers keep for each of their clients.
 *
 * Statements outside of a transaction run with the settings that the database has for the role.
 */
export class PooledClient extends QuietClient {
  /** What a message that begins a transaction ends in. */
  private readonly settings: string;

  constructor(config: PooledClientConfig) {
    super(config);
    const starting = this as unknown as Starting;
    const startupConf = starting.getStartupConf.bind(this);
    starting.getStartupConf = () => ({ ...startupConf(), TimeZone: 'UTC', DateStyle: 'ISO' });
    this.settings = Object.entries(config.transactionSettings)
      .map(([name, value]) => `; SET LOCAL ${name} = '${value}'`)
      .join('');
  }

  override query(statement: Statement, ...rest: unknown[]): never {
    return super.query(suited(statement, this.settings) as string, ...(rest as [])) as never;
  }
}

type Statement = string | QueryConfig | Query;

function suited(statement: Statement, settings: string): Statement {
  if (statement instanceof Query) return Object.assign(statement, { name: undefined });
  if (typeof statement !== 'string') return { ...statement, name: undefined };
  return /^(BEGIN|START TRANSACTION)\b/.test(statement) ? statement + settings : statement;
}
