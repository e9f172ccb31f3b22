import { BackgroundWork } from '../background/background-work';
import type { BackgroundLog } from '../logging/background-log';
import type { UnitOfWork } from '../tenancy/unit-of-work';

/** How exact the moment of last use is: a credential's row is written at most this often. */
const RESOLUTION_MS = 60_000;
const FLUSH_INTERVAL_MS = 2_000;
const REASON = 'the last use of credentials of all organizations is written in one go';

interface Use {
  readonly organizationId: string;
  readonly id: string;
  readonly at: Date;
}

/**
 * Records when credentials were last used, without any request waiting for it: uses collect in memory and are written
 * together every few seconds and at shutdown. A killed process loses what it had collected, so that the stored time may
 * be a few seconds too early.
 *
 * Replicas that see the same credential don't all write: the statement skips rows that are recent enough.
 */
export class LastUse {
  private uses = new Map<string, Use>();
  private readonly work = new BackgroundWork('last-use', (error) =>
    // The next use of the same credential is noted again.
    this.log.warn(error, 'the last use of credentials could not be written'),
  );

  /**
   * @param statement takes organizations (uuid[]), ids (uuid[]) and moments (timestamptz[]), and moves forward those at
   *   least a minute old; it must not wait for locks
   */
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly log: BackgroundLog,
    private readonly statement: string,
  ) {
    this.work.every(FLUSH_INTERVAL_MS, 'write', () => this.write());
  }

  /** Notes a use now. `lastKnown` is the moment that the database has (ISO 8601), or null. */
  note(credential: { organizationId: string; id: string }, lastKnown: string | null, now: Date): void {
    if (lastKnown !== null && now.getTime() - Date.parse(lastKnown) < RESOLUTION_MS) return;
    // The newest replaces what waits: an older one may be too close to what the database has meanwhile, and is then skipped.
    this.uses.set(credential.id, { ...credential, at: now });
  }

  /** Writes what has collected, and ends the timer. */
  async close(): Promise<void> {
    await this.work.stop();
    await this.work.track(() => this.write());
  }

  private async write(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = [...this.uses.values()];
    this.uses = new Map();
    const values = [uses.map((use) => use.organizationId), uses.map((use) => use.id), uses.map((use) => use.at)];
    await this.unitOfWork.runUnscoped(REASON, () => this.unitOfWork.current.client.query(this.statement, values));
  }
}
