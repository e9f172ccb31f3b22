import { setImmediate } from 'node:timers/promises';
import { pairsOf } from '../../../kernel/lists';
import type { Batches } from '../../../platform/batches/batches';
import { guestLine, keyIn, rowsOf, type GuestFile, type GuestLine, type LineError } from './guest-csv';
import { MAX_ERRORS, MAX_RENAMED, type GuestImportReport } from './guest-import.dto';
import type { GuestOutcome } from './guest-matching';
import { GuestMentions } from './guest-mentions';
import type { GuestRows } from './guest-rows.service';

/** Few enough that making statements, audit records and events of them does not delay other requests. */
const BATCH_SIZE = 1_000;
const BATCH_CHARACTERS = 131_072;
/** The event loop is yielded to other requests after this many rows. */
const ROWS_AT_ONCE = 100;

/** One import of a file, within one transaction. */
export class GuestImport {
  private readonly report: GuestImportReport = {
    created: 0,
    updated: 0,
    skipped: 0,
    failed: 0,
    errors: [],
    errorsTotal: 0,
    renamed: [],
    renamedTotal: 0,
  };
  private readonly mentions = new GuestMentions();

  constructor(
    private readonly guests: GuestRows,
    private readonly batches: Batches,
    /** Whether what is changed is recorded. */
    private readonly isRecorded: boolean,
    /** Aborts the import. */
    private readonly gone: AbortSignal,
  ) {}

  /**
   * Creates and changes the guests that the rows name.
   *
   * @throws the reason of `gone` when that aborts it
   */
  async apply(file: GuestFile): Promise<GuestImportReport> {
    await this.findMentions(file);
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

  /** Reads the file a first time: whom a row means depends on those behind it, too. */
  private async findMentions(file: GuestFile): Promise<void> {
    let read = 0;
    for await (const record of rowsOf(file)) {
      if (++read % ROWS_AT_ONCE === 0) await setImmediate();
      this.gone.throwIfAborted();
      this.mentions.add(keyIn(record, file.columns));
    }
  }

  /** The usable rows of the file, in batches that are applied together. */
  private async *batchesOf(file: GuestFile): AsyncGenerator<GuestLine[], void> {
    let rows: GuestLine[] = [];
    let characters = 0;
    let read = 0;
    for await (const record of rowsOf(file)) {
      if (++read % ROWS_AT_ONCE === 0) await setImmediate();
      this.gone.throwIfAborted();
      const row = guestLine(record, file.columns, this.mentions);
      if ('errors' in row) {
        this.addErrors(row.errors);
        continue;
      }
      rows.push(row);
      characters += record.cells?.join('').length ?? 0;
      if (rows.length < BATCH_SIZE && characters < BATCH_CHARACTERS) continue;
      yield rows;
      rows = [];
      characters = 0;
    }
    yield rows;
  }

  private async applyRows(rows: readonly GuestLine[]): Promise<void> {
    const outcomes: readonly GuestOutcome[] = await this.batches.apply(rows, this.guests, this.isRecorded);
    for (const [{ line }, { status, errors, renamed }] of pairsOf(rows, outcomes)) {
      if (renamed !== undefined && ++this.report.renamedTotal <= MAX_RENAMED)
        this.report.renamed.push({ line, ...renamed });
      if (status === 'error') this.addErrors(errors.map((error) => ({ line, ...error })));
      else this.report[status === 'unchanged' ? 'skipped' : status]++;
    }
  }

  /** @param errors all of the errors of one row */
  private addErrors(errors: readonly LineError[]): void {
    this.report.failed++;
    this.report.skipped++;
    this.report.errorsTotal += errors.length;
    this.report.errors.push(...errors.slice(0, MAX_ERRORS - this.report.errors.length));
  }
}
