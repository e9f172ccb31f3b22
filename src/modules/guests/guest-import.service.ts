import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { ValidationFailed } from '../../kernel/problems';
import { settleAll } from '../../kernel/settle-all';
import { Turns } from '../../kernel/turns';
import { currentOrganizationId, renewPrincipal } from '../../platform/context/request-context';
import { violatedConstraint } from '../../platform/database/failures';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { guestFile, guestRow, rowsOf, type GuestFile, type GuestRow, type LineError } from './guest-csv';
import { MOST_ERRORS, type GuestImportReport } from './guest-import.dto';
import { GuestImportRepository } from './guest-import.repository';
import { GuestMatching, NOT_LOADED, wantedBy, type Draft, type Wanted } from './guest-matching';
import { changedFields, NOBODY, type GuestFields, type GuestView } from './guests.dto';
import { GuestsEvents } from './guests.events';

/** Few enough that turning them into statements, audit records and events does not hold other requests up. */
const BATCH_SIZE = 1_000;
const BATCH_CHARACTERS = 131_072;
/** After so many rows the event loop is yielded to other requests. */
const ROWS_AT_ONCE = 100;
/** Limits of one process; imports that wait hold no connection, but keep their file in memory. */
const TURNS = { inAll: 2, ofOne: 1, patienceMs: 60_000 };
/** How often a batch is tried, half as large each time, when its externalIds are taken in the meantime. */
const MOST_ATTEMPTS = 16;

/** Thrown at the end of a dry run, to roll it back. */
class DryRunEnded extends Error {}

/** Leaves the records that changes leave behind. */
type RecordDrafts = (drafts: readonly Draft[]) => Promise<void>;

/** What a dry run leaves: its records, and all that follows from them, would only be rolled back. */
const RECORD_NOTHING: RecordDrafts = async () => {};

/** What became of the rows of one batch. */
interface BatchOutcome {
  /** How many rows were applied; the rest belong to the next batch. */
  applied: number;
  created: number;
  updated: number;
  skipped: number;
  errors: LineError[];
}

/** Imports the guests of a CSV file into the organization in scope. */
@Injectable()
export class GuestImportService {
  private readonly turns = new Turns(TURNS);

  constructor(
    private readonly imports: GuestImportRepository,
    private readonly records: GuestsEvents,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates and changes the guests that the rows name, all in one transaction. A row that can't be used is listed in
   * the report and does not prevent the others.
   *
   * @param dryRun whether to only report what would be done
   * @param gone aborts the import, which then has changed nothing
   * @throws ValidationFailed when the header can't be used, or there are too many rows
   * @throws Unavailable when it waits too long for its turn
   * @throws the reason of `gone` when that aborts it
   */
  async import(text: string, dryRun: boolean, gone: AbortSignal): Promise<GuestImportReport> {
    const file = await guestFile(text);
    if ('problems' in file) throw new ValidationFailed(file.problems);
    const report: GuestImportReport = { created: 0, updated: 0, skipped: 0, failed: 0, errors: [] };
    const work = () => this.unitOfWork.run(() => this.apply(file, dryRun, report, gone));
    // Imports wait here, before they take a connection.
    await this.turns.take(currentOrganizationId(), work, gone);
    return report;
  }

  private async apply(file: GuestFile, dryRun: boolean, report: GuestImportReport, gone: AbortSignal): Promise<void> {
    await this.imports.claim();
    // Waiting may have taken long: the caller's rights may have changed.
    await renewPrincipal();
    if (!dryRun) return this.applyAll(file, report, gone, (drafts) => this.record(drafts));
    try {
      await this.unitOfWork.current.savepoint(async () => {
        await this.applyAll(file, report, gone, RECORD_NOTHING);
        throw new DryRunEnded();
      });
    } catch (error) {
      if (!(error instanceof DryRunEnded)) throw error;
    }
  }

  private async applyAll(
    file: GuestFile,
    report: GuestImportReport,
    gone: AbortSignal,
    record: RecordDrafts,
  ): Promise<void> {
    let applying = Promise.resolve();
    try {
      for await (const rows of batchesOf(file, report, gone)) {
        await applying;
        applying = this.applyRows(rows, report, record);
        // PostgreSQL writes these rows while the next are read. A failure is thrown where `applying` is awaited.
        applying.catch(() => undefined);
      }
    } finally {
      await applying;
    }
    gone.throwIfAborted();
    report.errors.sort((a, b) => a.line - b.line);
  }

  private async applyRows(rows: readonly GuestRow[], report: GuestImportReport, record: RecordDrafts): Promise<void> {
    for (let left = rows; left.length > 0;) {
      const outcome = await this.applyBatch(left, record);
      report.created += outcome.created;
      report.updated += outcome.updated;
      report.skipped += outcome.skipped;
      addErrors(report, outcome.errors);
      left = left.slice(outcome.applied);
    }
  }

  /**
   * Tries again when somebody else has just given one of the batch's externalIds to a guest: the next attempt finds
   * that guest.
   */
  private async applyBatch(rows: readonly GuestRow[], record: RecordDrafts): Promise<BatchOutcome> {
    for (let attempt = 1; ; attempt++) {
      try {
        const some = rows.slice(0, Math.ceil(rows.length / 2 ** (attempt - 1)));
        return await this.unitOfWork.current.savepoint(() => this.tryBatch(some, record));
      } catch (error) {
        if (violatedConstraint(error) !== 'guests_external_id' || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  private async tryBatch(rows: readonly GuestRow[], record: RecordDrafts): Promise<BatchOutcome> {
    const wanted = wantedBy(rows);
    const finding = this.imports.find(wanted);
    // The records of the previous batch are written while this one is worked out, so that memory stays flat however
    // many rows there are.
    const flushing = this.unitOfWork.current.flush();
    const [, , outcome] = await settleAll([finding, flushing, this.applyTo(finding, wanted, rows, record)] as const);
    return outcome;
  }

  private async applyTo(
    finding: Promise<GuestView[]>,
    wanted: Wanted,
    rows: readonly GuestRow[],
    record: RecordDrafts,
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
    const drafts = [...matching.drafts].filter(({ stored, guest }) => stored !== guest);
    const created = drafts.filter(({ stored }) => stored === null);
    const changed = drafts.filter(({ stored }) => stored !== null);
    await settleAll([this.imports.write(guestsOf(changed), guestsOf(created)), record(drafts)] as const);
    return outcome;
  }

  private async record(drafts: readonly Draft[]): Promise<void> {
    let recorded = 0;
    for (const { stored, guest } of drafts) {
      if (++recorded % ROWS_AT_ONCE === 0) await setImmediate();
      if (stored === null) this.records.created(guest);
      else this.records.updated(stored, guest);
    }
  }
}

function guestsOf(drafts: readonly Draft[]): GuestView[] {
  return drafts.map(({ guest }) => guest);
}

/** The usable rows of a file, in batches that are applied together; errors of the others go into the report. */
async function* batchesOf(
  file: GuestFile,
  report: GuestImportReport,
  gone: AbortSignal,
): AsyncGenerator<GuestRow[], void> {
  let rows: GuestRow[] = [];
  let characters = 0;
  let read = 0;
  for await (const record of rowsOf(file)) {
    if (++read % ROWS_AT_ONCE === 0) await setImmediate();
    gone.throwIfAborted();
    const row = guestRow(record, file.columns);
    if ('errors' in row) {
      addErrors(report, row.errors);
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

function applyRow(
  row: GuestRow,
  draft: Draft | null,
  matching: GuestMatching,
  now: string,
  outcome: BatchOutcome,
): void {
  const { line } = row;
  const fields = changedFields(draft?.guest ?? NOBODY, changesBy(row, draft));
  if (draft !== null && isSame(fields, draft.guest)) {
    outcome.skipped++;
  } else if (matching.isTaken(fields.externalId, draft)) {
    outcome.errors.push({ line, field: 'externalId', message: 'externalId is that of another guest.' });
  } else if (draft === null) {
    matching.add({ stored: null, guest: { id: newId(), ...fields, createdAt: now, updatedAt: now } });
    outcome.created++;
  } else {
    const { id, createdAt } = draft.guest;
    matching.change(draft, { id, ...fields, createdAt, updatedAt: now });
    outcome.updated++;
  }
}

/** A guest who is known by their e-mail address keeps the externalId, by which other files know them. */
function changesBy({ id, changes }: GuestRow, draft: Draft | null): GuestRow['changes'] {
  if (changes.externalId !== null || draft?.guest.id === id) return changes;
  const { externalId: _none, ...others } = changes;
  return others;
}

function isSame(fields: GuestFields, guest: GuestView): boolean {
  return Object.entries(fields).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(guest[name as keyof GuestFields]),
  );
}

/** @param errors all of the errors of one row, or one error each of several rows */
function addErrors(report: GuestImportReport, errors: readonly LineError[]): void {
  const rows = new Set(errors.map(({ line }) => line)).size;
  report.failed += rows;
  report.skipped += rows;
  report.errors.push(...errors.slice(0, MOST_ERRORS - report.errors.length));
}
