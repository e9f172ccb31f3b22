import { hashToken, newId } from '../../kernel/ids';
import { runInContext, systemContext } from '../context/request-context';

/** The most secrets that one statement looks for. */
const MAX_AT_ONCE = 100;

/** Secrets that are looked for together. */
interface Round<Row> {
  readonly tokens: Set<string>;
  readonly rows: Promise<ReadonlyMap<string, Row>>;
}

/**
 * Finds credentials by their secrets, of which the database has the hashes. Those that are asked for in the same turn of
 * the event loop are looked for by one statement: every request asks, and most of what such a short statement costs
 * PostgreSQL is the same for one credential as for ten.
 *
 * They are looked for outside of any transaction, even if the caller has one open: that may have changed the caller's
 * own credential, but has not committed yet.
 */
export class CredentialLookups<Row> {
  /** The one that still takes more. */
  private round: Round<Row> | null = null;

  /**
   * @param find gives the rows of those credentials, among the ones with these hashes, that hold now
   * @param hashOf the hash of a row's secret
   */
  constructor(
    private readonly find: (hashes: readonly Buffer[]) => Promise<readonly Row[]>,
    private readonly hashOf: (row: Row) => Buffer,
  ) {}

  /**
   * @param token the secret as the caller sent it
   * @returns the credential's row, which others may be given, too; null when it does not hold
   */
  async one(token: string): Promise<Row | null> {
    const { tokens, rows } = (this.round ??= this.begin());
    tokens.add(token);
    if (tokens.size === MAX_AT_ONCE) this.round = null;
    return (await rows).get(token) ?? null;
  }

  /**
   * Finds credentials as of one moment, so that of those that end together all hold or none.
   *
   * @returns the rows of those that hold, by their tokens
   */
  async together(tokens: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    const hashes = tokens.map(hashToken);
    const byHash = new Map(hashes.map((hash, index) => [nameOf(hash), tokens[index]!]));
    const rows = await runInContext(systemContext(`credentials:${newId()}`), () => this.find(hashes));
    return new Map(rows.map((row) => [byHash.get(nameOf(this.hashOf(row)))!, row]));
  }

  private begin(): Round<Row> {
    const tickEnds = new Promise<void>((resolve) => setImmediate(resolve));
    const round: Round<Row> = { tokens: new Set(), rows: tickEnds.then(() => this.end(round)) };
    return round;
  }

  private end(round: Round<Row>): Promise<ReadonlyMap<string, Row>> {
    if (this.round === round) this.round = null;
    return this.together([...round.tokens]);
  }
}

function nameOf(hash: Buffer): string {
  return hash.toString('latin1');
}
