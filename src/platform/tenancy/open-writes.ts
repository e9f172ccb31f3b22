import type { Clock } from '../../kernel/clock';
import { isId } from '../../kernel/ids';
import type { Scope } from '../context/request-context';
import { named } from '../database/named';
import type { PipelinedConnections } from '../database/pipelined-connections';
import type { Transaction } from '../transaction/transaction';

/**
 * Every transaction that may write holds a shared lock, which says of which organization it is and since when it is open:
 * `updated_at` is read from the clock before it is visible, and nothing else in PostgreSQL says to every role, and behind
 * every pooler, how long a change may still be on its way. The lock goes with the transaction, however that ends. Both of
 * its keys are integers of four bytes; no other lock of the service has two keys.
 */
export const ANNOUNCEMENT = 'pg_advisory_xact_lock_shared($1::int, $2::int)';

/** Since when the first of those of a key is open. */
interface OpenRow {
  key: string;
  since: string;
}

const OPEN = named<OpenRow>(
  `SELECT classid::int8 AS key, min(objid::int8) AS since FROM pg_locks
   WHERE locktype = 'advisory' AND objsubid = 2
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
   GROUP BY classid`,
);

/** The locks' seconds count from here, so that they fit four bytes, which are read as unsigned, until 2156. */
const EPOCH_MS = Date.UTC(2020, 0, 1);
/** Of work that is not limited to one organization. */
const ANY_ORGANIZATION = 0;

/**
 * A change is made with the time that the clock of its process shows right before or inside of its transaction: so much
 * may clocks differ from each other, and so long may the wait for a connection be.
 */
const MARGIN_MS = 30_000;
/** What was read stays true, and only gets older. */
const REREAD_MS = 1_000;

/** The two values of {@link ANNOUNCEMENT} for a transaction that may write rows of the scope. */
export function announcementOf({ begunAt }: Transaction, scope: Scope): [number, number] {
  const key = 'organizationId' in scope ? organizationKey(scope.organizationId) : ANY_ORGANIZATION;
  const seconds = Math.max(0, Math.floor((begunAt.getTime() - EPOCH_MS) / 1_000));
  return [key | 0, seconds | 0];
}

/** Knows since when changes may still be on their way. */
export class OpenWrites {
  private lookedAt: Date | null = null;
  private reading: Promise<ReadonlyMap<number, Date>> = Promise.resolve(new Map());

  constructor(
    private readonly clock: Clock,
    private readonly connections: Pick<PipelinedConnections, 'query'>,
  ) {}

  /**
   * A moment before which no change of the organization will appear any more: whoever reads after this call sees all
   * that were made before it.
   */
  async settledBefore(organizationId: string): Promise<Date> {
    const now = this.clock.now();
    const age = this.lookedAt === null ? NaN : now.getTime() - this.lookedAt.getTime();
    if (!(age >= 0 && age < REREAD_MS)) {
      this.lookedAt = now;
      this.reading = this.readOpen();
      this.reading.catch(() => (this.lookedAt = null));
    }
    const lookedAt = this.lookedAt ?? now;
    const open = await this.reading;
    const moments = [lookedAt, open.get(organizationKey(organizationId)), open.get(ANY_ORGANIZATION)];
    return new Date(Math.min(...moments.map((moment) => moment?.getTime() ?? Infinity)) - MARGIN_MS);
  }

  private async readOpen(): Promise<ReadonlyMap<number, Date>> {
    const { rows } = await this.connections.query<OpenRow>(OPEN);
    return new Map(rows.map(({ key, since }) => [Number(key), new Date(EPOCH_MS + Number(since) * 1_000)]));
  }
}

/** Random digits of the id: two organizations with the same ones wait for each other. */
function organizationKey(organizationId: string): number {
  return isId(organizationId) ? parseInt(organizationId.slice(-8), 16) : ANY_ORGANIZATION;
}
