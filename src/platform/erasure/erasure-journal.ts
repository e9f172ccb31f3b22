import { join } from 'node:path';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations';
import { NIL_ID } from '../../kernel/ids';
import { lastOf, valueAt } from '../../kernel/lists';
import { NotFound } from '../../kernel/problems';
import { BackgroundWork } from '../background/background-work';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { runInContext, systemContext } from '../context/request-context';
import { named } from '../database/named';
import { BackgroundLog } from '../logging/background-log';
import { LOGGER } from '../logging/logger';
import { selectAll, tableOf } from '../database/table';
import type { Transaction } from '../transaction/transaction';
import { UnscopedStatement } from '../tenancy/statement';
import { TenantDatabase } from '../tenancy/tenant-database';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { Erasure, type ErasedKind } from './erasure.entity';
import { JournalFile, type JournalEntry } from './journal-file';

/** In `DATA_DIR`. */
export const JOURNAL_FILE = 'erasures.jsonl';
/** How often a process looks for erasures of others. */
const INTERVAL_MS = MINUTE_MS;
/** Transactions end in another order than their times say; no clock is wrong by so much. */
const OVERLAP_MS = HOUR_MS;
const BATCH_SIZE = 500;

const JOURNAL_REASON = 'erasures of all organizations are in one journal';
const { fields: erasure } = tableOf(Erasure);
const ERASURE = selectAll(Erasure, 'e');
const ERASED_BY = `e.${erasure.erasedAt}, e.${erasure.personId}`;
const RECORD = named(`INSERT INTO erasures (${erasure.organizationId}, ${erasure.personId}, ${erasure.kind},
    ${erasure.erasedAt})
  VALUES ($1, $2, $3, $4)
  ON CONFLICT (${erasure.organizationId}, ${erasure.personId}) DO NOTHING`);
const SINCE = new UnscopedStatement<JournalEntry>(
  JOURNAL_REASON,
  `SELECT ${ERASURE.columns} FROM ${ERASURE.from} WHERE (${ERASED_BY}) > ($1::timestamptz, $2::uuid)
   ORDER BY ${ERASED_BY} LIMIT ${BATCH_SIZE}`,
);
const UNKNOWN = new UnscopedStatement<JournalEntry>(
  JOURNAL_REASON,
  `SELECT given.* FROM json_to_recordset($1::json)
     AS given ("organizationId" uuid, "personId" uuid, kind text, "erasedAt" text)
   WHERE NOT EXISTS (SELECT FROM erasures e
     WHERE e.${erasure.organizationId} = given."organizationId" AND e.${erasure.personId} = given."personId")`,
);

/** Erases a person again, of whom a restored database knows. @throws NotFound for one whom it does not know */
type Eraser = (entry: JournalEntry) => Promise<unknown>;

/**
 * Who was erased, kept apart from the database: each process copies the ids to a file of its own, and when it starts on a
 * database that was restored from an earlier backup, it erases them again, before anything else is done.
 */
@Injectable()
export class ErasureJournal implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly file: JournalFile;
  private readonly erasers = new Map<ErasedKind, Eraser>();
  private readonly work: BackgroundWork;
  /** What the file has of the last hour before its newest entry, by the person's name in it. */
  private recent = new Map<string, string>();
  private newest = '';
  private copying: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    log: BackgroundLog,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIGURATION) { dataDir }: Configuration,
  ) {
    this.file = new JournalFile(join(dataDir, JOURNAL_FILE));
    this.work = new BackgroundWork('erasures', (error) =>
      log.error(error, 'erasures could not be copied to the journal; it will be tried again'),
    );
  }

  /** Says how a kind of person is erased again. */
  register(kind: ErasedKind, eraser: Eraser): void {
    this.erasers.set(kind, eraser);
  }

  /** Records an erasure, in the transaction that erases. @param organizationId null for a user */
  async record(
    kind: ErasedKind,
    { organizationId, personId }: { organizationId: string | null; personId: string },
    at: Date,
    transaction: Transaction,
  ): Promise<void> {
    await transaction.client.query({ ...RECORD, values: [organizationId ?? NIL_ID, personId, kind, at] });
    transaction.afterCommit(() => void this.work.track(() => this.copy()));
  }

  /** This module is global, so this comes before other modules send or serve anything. */
  async onApplicationBootstrap(): Promise<void> {
    await runInContext(systemContext('erasures'), async () => {
      await this.replay();
      await this.copy();
    });
    this.work.every(INTERVAL_MS, 'erasures', () => this.copy());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
  }

  /** Erases those whom the file knows and the database does not. */
  private async replay(): Promise<void> {
    let batch: JournalEntry[] = [];
    let count = 0;
    for await (const entry of this.file.read()) {
      this.remember(entry);
      batch.push(entry);
      if (batch.length < BATCH_SIZE) continue;
      count += await this.eraseAgain(batch);
      batch = [];
    }
    count += await this.eraseAgain(batch);
    if (count > 0) this.logger.info({ people: count }, 'the journal of erasures was applied to a restored database');
  }

  private async eraseAgain(entries: readonly JournalEntry[]): Promise<number> {
    if (entries.length === 0) return 0;
    const unknown = await this.database.unscopedRows(UNKNOWN, JSON.stringify(entries));
    for (const entry of unknown) await this.eraseOne(entry);
    return unknown.length;
  }

  /** Of somebody whom the database never knew, the entry alone is restored. */
  private async eraseOne(entry: JournalEntry): Promise<void> {
    const { kind, organizationId, personId, erasedAt } = entry;
    await valueAt(
      this.erasers,
      kind,
    )(entry).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error;
    });
    await this.unitOfWork.runUnscoped(JOURNAL_REASON, () =>
      this.unitOfWork.writeUnscoped(RECORD, organizationId, personId, kind, erasedAt),
    );
  }

  /** Copies what the database has and the file has not, one copy after the other. */
  private copy(): Promise<void> {
    this.copying = this.copying.catch(() => undefined).then(() => this.copyNow());
    return this.copying;
  }

  private async copyNow(): Promise<void> {
    let after = [this.newest === '' ? '-infinity' : overlapBefore(this.newest), NIL_ID] as [string, string];
    for (;;) {
      const entries = await this.database.unscopedRows(SINCE, ...after);
      const missing = entries.filter((entry) => !this.recent.has(entryKey(entry)));
      if (missing.length > 0) await this.file.append(missing);
      for (const entry of missing) this.remember(entry);
      if (entries.length < BATCH_SIZE) break;
      const last = lastOf(entries);
      after = [last.erasedAt, last.personId];
    }
    this.prune();
  }

  private remember(entry: JournalEntry): void {
    if (entry.erasedAt > this.newest) this.newest = entry.erasedAt;
    this.recent.set(entryKey(entry), entry.erasedAt);
    if (this.recent.size > 10 * BATCH_SIZE) this.prune();
  }

  private prune(): void {
    if (this.newest === '') return;
    const oldest = overlapBefore(this.newest);
    this.recent = new Map([...this.recent].filter(([, erasedAt]) => erasedAt >= oldest));
  }
}

function overlapBefore(at: string): string {
  return new Date(Date.parse(at) - OVERLAP_MS).toISOString();
}

function entryKey({ organizationId, personId }: JournalEntry): string {
  return `${organizationId}:${personId}`;
}
