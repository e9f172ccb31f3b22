import { hashToken, newId } from '../../kernel/ids';
import { pairsOf, valueAt } from '../../kernel/lists';
import { runInContext, systemContext } from '../context/request-context';

/** The most secrets that one statement looks for. */
const MAX_AT_ONCE = 100;

/** Secrets that one statement looks for. */
interface Round<Row> {
  readonly tokens: Set<string>;
  readonly rows: Promise<ReadonlyMap<string, Row>>;
}

/**
 * Finds credentials by their secrets, of which the database has the hashes. One statement serves all lookups of the
 * same tick of the event loop: every request needs one, and for ten credentials such a short statement costs PostgreSQL
 * little more than for one.
 *
 * The lookup runs outside of any transaction, even if the caller has one open: that may have changed the caller's own
 * credential, but has not committed yet.
 */
export class CredentialLookups<Row> {
  /** The round that still accepts tokens. */
  private round: Round<Row> | null = null;

  /**
   * @param find gives the rows of the credentials with these hashes that are valid now
   * @param hashOf the hash of a row's secret
   */
  constructor(
    private readonly find: (hashes: readonly Buffer[]) => Promise<readonly Row[]>,
    private readonly hashOf: (row: Row) => Buffer,
  ) {}

  /**
   * @param token the secret as the caller sent it
   * @returns the credential's row, which is shared with other callers; null when it is not valid
   */
  async one(token: string): Promise<Row | null> {
    const { tokens, rows } = (this.round ??= this.begin());
    tokens.add(token);
    if (tokens.size === MAX_AT_ONCE) this.round = null;
    return (await rows).get(token) ?? null;
  }

  /**
   * Finds credentials as of one moment, so that of those that end together all are valid or none.
   *
   * @returns the rows of the valid ones, by their tokens
   */
  async together(tokens: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    const hashes = tokens.map(hashToken);
    const byHash = new Map(pairsOf(hashes, tokens).map(([hash, token]) => [hashText(hash), token]));
    const rows = await runInContext(systemContext(`credentials:${newId()}`), () => this.find(hashes));
    return new Map(rows.map((row) => [valueAt(byHash, hashText(this.hashOf(row))), row]));
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

function hashText(hash: Buffer): string {
  return hash.toString('latin1');
}
