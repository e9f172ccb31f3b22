import { GUEST_RECORD } from './guest.record';
import type { Recorder } from '../../platform/recorders/recorder';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { settleAll } from '../../kernel/settle-all';
import { violatedConstraint } from '../../platform/database/failures';
import type { Transaction } from '../../platform/transaction/transaction';
import { guestRow, rowsOf, type GuestFile, type GuestRow, type LineError } from './guest-csv';
import { MAX_ERRORS, type GuestImportReport } from './guest-import.dto';
import type { GuestImportRepository } from './guest-import.repository';
import { GuestMatching, NOT_LOADED, wantedBy, type Draft, type Wanted } from './guest-matching';
import { changedFields, EMPTY_GUEST, type GuestFields, type GuestView } from './guests.dto';

/** Few enough that making statements, audit records and events of them does not delay other requests. */
const BATCH_SIZE = 1_000;
const BATCH_CHARACTERS = 131_072;
/** The event loop is yielded to other requests after this many rows. */
const ROWS_AT_ONCE = 100;
/** How often a batch is tried, half as large each time, when its externalIds are taken in the meantime. */
const MAX_ATTEMPTS = 16;

const FIELDS = ['name', ...Object.keys(EMPTY_GUEST)] as (keyof GuestFields)[];

/** What became of the rows of one batch. */
interface BatchOutcome {
  /** How many rows were applied; the rest belong to the next batch. */
  applied: number;
  created: number;
  updated: number;
  skipped: number;
  errors: LineError[];
}

/** One import of a file, within one transaction. */
export class GuestImport {
  private readonly report: GuestImportReport = {
    created: 0,
    updated: 0,
    skipped: 0,
    failed: 0,
    errors: [],
    errorsTotal: 0,
  };

  constructor(
    private readonly guests: GuestImportRepository,
    /** Records what is changed; null when nothing is to be recorded. */
    private readonly recorder: Recorder | null,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    /** Aborts the import. */
    private readonly gone: AbortSignal,
  ) {}

  /**
   * Creates and changes the guests that the rows name.
   *
   * @throws the reason of `gone` when that aborts it
   */
  async apply(file: GuestFile): Promise<GuestImportReport> {
    let applying = Promise.resolve();
    try {
      for await (const rows of this.batchesOf(file)) {
        await applying;
        applying = this.applyRows(rows);
        // PostgreSQL writes these rows while the next are read. A failure is thrown where `applying` is awaited.
        applying.catch(() => undefined);
      }
    } finally {
      await applying;
    }
    this.gone.throwIfAborted();
    this.report.errors.sort((a, b) => a.line - b.line);
    return this.report;
  }

  /** The usable rows of the file, in batches that are applied together. */
  private async *batchesOf(file: GuestFile): AsyncGenerator<GuestRow[], void> {
    let rows: GuestRow[] = [];
    let characters = 0;
    let read = 0;
    for await (const record of rowsOf(file)) {
      if (++read % ROWS_AT_ONCE === 0) await setImmediate();
      this.gone.throwIfAborted();
      const row = guestRow(record, file.columns);
      if ('errors' in row) {
        this.addErrors(row.errors);
        continue;
      }
      rows.push(row);
      characters += record.cells!.join('').length;
      if (rows.length < BATCH_SIZE && characters < BATCH_CHARACTERS) continue;
      yield rows;
      rows = [];
      characters = 0;
    }
    yield rows;
  }

  private async applyRows(rows: readonly GuestRow[]): Promise<void> {
    for (let left = rows; left.length > 0;) {
      const outcome = await this.applyBatch(left);
      this.report.created += outcome.created;
      this.report.updated += outcome.updated;
      this.report.skipped += outcome.skipped;
      this.addErrors(outcome.errors);
      left = left.slice(outcome.applied);
    }
  }

  /** @param errors all of the errors of one row, or one error each of several rows */
  private addErrors(errors: readonly LineError[]): void {
    const rows = new Set(errors.map(({ line }) => line)).size;
    this.report.failed += rows;
    this.report.skipped += rows;
    this.report.errorsTotal += errors.length;
    this.report.errors.push(...errors.slice(0, MAX_ERRORS - this.report.errors.length));
  }

  /**
   * Tries again when somebody else has just given one of the batch's externalIds to a guest: the next attempt finds
   * that guest.
   */
  private async applyBatch(rows: readonly GuestRow[]): Promise<BatchOutcome> {
    for (let attempt = 1; ; attempt++) {
      try {
        const some = rows.slice(0, Math.ceil(rows.length / 2 ** (attempt - 1)));
        return await this.transaction.savepoint(() => this.tryBatch(some));
      } catch (error) {
        if (violatedConstraint(error) !== 'guests_external_id' || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  private async tryBatch(rows: readonly GuestRow[]): Promise<BatchOutcome> {
    const wanted = wantedBy(rows);
    const finding = this.guests.find(wanted);
    // The records of the previous batch are written while this one is worked out, so that memory stays flat however
    // many rows there are.
    const flushing = this.transaction.flush();
    const [, , outcome] = await settleAll([finding, flushing, this.applyTo(finding, wanted, rows)] as const);
    return outcome;
  }

  private async applyTo(
    finding: Promise<GuestView[]>,
    wanted: Wanted,
    rows: readonly GuestRow[],
  ): Promise<BatchOutcome> {
    const matching = new GuestMatching(await finding, wanted);
    const outcome: BatchOutcome = { applied: 0, created: 0, updated: 0, skipped: 0, errors: [] };
    const now = this.clock.now().toISOString();
    for (const row of rows) {
      const draft = matching.find(row);
      if (draft === NOT_LOADED) break;
      if (++outcome.applied % ROWS_AT_ONCE === 0) await setImmediate();
      applyRow(row, draft, matching, now, outcome);
    }
    const drafts = [...matching.drafts].filter(isToBeWritten);
    const created = drafts.filter(({ stored }) => stored === null);
    const changed = drafts.filter(({ stored }) => stored !== null);
    await settleAll([this.guests.write(guestsOf(changed), guestsOf(created)), this.record(drafts)] as const);
    return outcome;
  }

  private async record(drafts: readonly Draft[]): Promise<void> {
    if (this.recorder === null) return;
    let recorded = 0;
    for (const { stored, guest } of drafts) {
      if (++recorded % ROWS_AT_ONCE === 0) await setImmediate();
      if (stored === null) this.recorder.created(GUEST_RECORD, guest);
      else this.recorder.updated(GUEST_RECORD, stored, guest);
    }
  }
}

/** False for guests that no row changed, or that a later row changed back. */
function isToBeWritten({ stored, guest }: Draft): boolean {
  return stored !== guest && (stored === null || !isSame(guest, stored));
}

function guestsOf(drafts: readonly Draft[]): GuestView[] {
  return drafts.map(({ guest }) => guest);
}

function applyRow(
  row: GuestRow,
  draft: Draft | null,
  matching: GuestMatching,
  now: string,
  outcome: BatchOutcome,
): void {
  const { line } = row;
  const fields = changedFields(draft?.guest ?? EMPTY_GUEST, changesBy(row, draft));
  if (draft !== null && isSame(fields, draft.guest)) {
    outcome.skipped++;
  } else if (matching.isTaken(fields.externalId, draft)) {
    outcome.errors.push({
      line,
      field: 'externalId',
      code: 'external_id_taken',
      message: 'externalId is that of another guest.',
    });
  } else if (draft === null) {
    matching.add({ stored: null, guest: { id: newId(), ...fields, erasedAt: null, createdAt: now, updatedAt: now } });
    outcome.created++;
  } else {
    const { id, createdAt } = draft.guest;
    matching.change(draft, { id, ...fields, erasedAt: null, createdAt, updatedAt: now });
    outcome.updated++;
  }
}

/** A guest who is known by their e-mail address keeps the externalId, by which other files know them. */
function changesBy({ id, changes }: GuestRow, draft: Draft | null): GuestRow['changes'] {
  if (changes.externalId !== null || draft?.guest.id === id) return changes;
  const { externalId: _none, ...others } = changes;
  return others;
}

function isSame(one: GuestFields, other: GuestFields): boolean {
  return FIELDS.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
