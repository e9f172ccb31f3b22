import { newId } from '../../kernel/ids';
import { runInContext, systemContext } from '../context/request-context';

/** The most secrets that one statement looks for. */
const MOST_AT_ONCE = 100;

/** Secrets that are looked for together. */
interface Round<Row> {
  readonly hashes: Map<string, Buffer>;
  readonly rows: Promise<ReadonlyMap<string, Row>>;
}

/**
 * Finds credentials by the hashes of their secrets. Those that are asked for in the same turn of the event loop are
 * looked for by one statement: every request asks, and most of what such a short statement costs PostgreSQL is the same
 * for one credential as for ten.
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
   * @param hash of the secret
   * @returns the credential's row, which others may be given, too; null when it does not hold
   */
  async one(hash: Buffer): Promise<Row | null> {
    const name = nameOf(hash);
    const { hashes, rows } = (this.round ??= this.begin());
    hashes.set(name, hash);
    if (hashes.size === MOST_AT_ONCE) this.round = null;
    return (await rows).get(name) ?? null;
  }

  /**
   * Credentials as of one moment, so that of those that end together all hold or none.
   *
   * @param hashes of their secrets
   * @returns the rows of those that hold
   */
  together(hashes: readonly Buffer[]): Promise<readonly Row[]> {
    return runInContext(systemContext(`credentials:${newId()}`), () => this.find(hashes));
  }

  private begin(): Round<Row> {
    const hashes = new Map<string, Buffer>();
    const turnEnds = new Promise<void>((resolve) => setImmediate(resolve));
    const round: Round<Row> = { hashes, rows: turnEnds.then(() => this.end(round)) };
    return round;
  }

  private async end(round: Round<Row>): Promise<ReadonlyMap<string, Row>> {
    if (this.round === round) this.round = null;
    const rows = await this.together([...round.hashes.values()]);
    return new Map(rows.map((row) => [nameOf(this.hashOf(row)), row]));
  }
}

function nameOf(hash: Buffer): string {
  return hash.toString('latin1');
}
