import { setImmediate } from 'node:timers/promises';
import { Injectable, type Type } from '@nestjs/common';
import { pairsOf, valueAt } from '../../kernel/lists';
import type { FieldProblem } from '../../kernel/problems';
import { settleAll } from '../../kernel/settle-all';
import { violatedConstraint } from '../database/failures';
import { BatchOutcomes, done, failed, readItems, type BatchReport, type ItemOutcome } from '../fields/items';
import { Recorder } from '../recorders/recorder';
import type { AnyRecord, RecordKind } from '../records/record-kind';
import { UnitOfWork } from '../tenancy/unit-of-work';
import type { Transaction } from '../transaction/transaction';

/** How often rows are tried, half as many each time, when somebody else creates what they would create. */
const MAX_ATTEMPTS = 16;
/** How often rows are tried that are left out for the same reason. */
const MAX_ROUNDS = 5;
/** The event loop is yielded to other requests after this many rows. */
const ROWS_AT_ONCE = 100;

/** A record while rows are applied. */
export interface Draft<View> {
  /** As it was stored before; null for one that the rows create. */
  readonly stored: View | null;
  /** As it is after the rows so far. */
  now: View;
}

/** Rows that are applied together, and the records that they mean. */
export interface Round<Row, View> {
  /** All records so far, changed or not. */
  readonly drafts: Iterable<Draft<View>>;

  /** @returns what became of the row; null if it may mean a record that was not loaded: it belongs to the next round */
  apply(row: Row): ItemOutcome | null | Promise<ItemOutcome>;

  /** Records what the rows did, instead of one creation or update for each record. */
  record?(): void;
}

/** What a batch does with records of one kind. */
export interface BatchSteps<Row, View extends AnyRecord> {
  readonly kind: RecordKind<View>;
  /**
   * The constraint that a round violates when somebody else has created a record after {@link begin} looked for it. Without,
   * {@link write} leaves such records out.
   */
  readonly constraint?: string;
  /** What is wrong with rows that are left out again and again. */
  readonly taken?: FieldProblem;

  /** Loads and locks the records that rows may mean. */
  begin(rows: readonly Row[]): Promise<Round<Row, View>>;

  /** @returns the ids of the records that it left out, if any */
  write(changed: View[], created: View[]): Promise<ReadonlySet<string> | void>;
}

/**
 * Creates and changes many records in few statements: rows are matched with records, and what they make of those is written
 * at the end of each round. Always inside the caller's unit of work.
 */
@Injectable()
export class Batches {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly recorder: Recorder,
  ) {}

  /**
   * Applies every item of a request that can be used; the report names the others.
   *
   * @param rowOf what the steps take of an item
   * @param note hears what became of each item that could be read
   */
  async applyItems<Input extends object, Row, View extends AnyRecord>(
    shape: Type<Input>,
    items: readonly unknown[],
    rowOf: (input: Input) => Row,
    steps: BatchSteps<Row, View>,
    note?: (index: number, outcome: ItemOutcome) => void,
  ): Promise<BatchReport> {
    const outcomes = new BatchOutcomes();
    const read = readItems(shape, items, outcomes);
    const rows = read.map(({ input }) => rowOf(input));
    const applied = await this.apply(rows, steps);
    for (const [{ index }, outcome] of pairsOf(read, applied)) {
      outcomes.put(index, outcome);
      note?.(index, outcome);
    }
    return outcomes.report();
  }

  /**
   * @param isRecorded whether what changes is written to the audit log and the outbox
   * @returns what became of each row
   */
  apply<Row, View extends AnyRecord>(
    rows: readonly Row[],
    steps: BatchSteps<Row, View>,
    isRecorded = true,
  ): Promise<ItemOutcome[]> {
    return new Batch(this.unitOfWork.current, isRecorded ? this.recorder : null, steps).apply(rows);
  }
}

/** One batch, within one transaction. */
class Batch<Row, View extends AnyRecord> {
  constructor(
    private readonly transaction: Transaction,
    private readonly recorder: Recorder | null,
    private readonly steps: BatchSteps<Row, View>,
  ) {}

  async apply(rows: readonly Row[]): Promise<ItemOutcome[]> {
    const outcomes = new Map<number, ItemOutcome>();
    for (let round = 1; outcomes.size < rows.length; round++) {
      const left = [...rows.entries()].filter(([position]) => !outcomes.has(position));
      const applied = await this.applySome(
        left.map(([, row]) => row),
        round,
      );
      // A round may have been shortened.
      for (const [[position], outcome] of pairsOf(left.slice(0, applied.length), applied))
        if (outcome !== null) outcomes.set(position, outcome);
    }
    return [...rows.keys()].map((position) => valueAt(outcomes, position));
  }

  /**
   * Tries again when a round violates its constraint: the next attempt finds the record.
   *
   * @returns the outcomes of the first rows; null for one that is left for the next round
   */
  private async applySome(rows: readonly Row[], round: number): Promise<(ItemOutcome | null)[]> {
    const { constraint, taken } = this.steps;
    if (taken !== undefined && round > MAX_ROUNDS) return rows.map(() => failed([taken]));
    if (constraint === undefined) return this.applyRound(rows);
    for (let attempt = 1; ; attempt++) {
      const some = rows.slice(0, Math.ceil(rows.length / 2 ** (attempt - 1)));
      try {
        return await this.transaction.savepoint(() => this.applyRound(some));
      } catch (error) {
        if (violatedConstraint(error) !== constraint || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  private async applyRound(rows: readonly Row[]): Promise<(ItemOutcome | null)[]> {
    const beginning = this.steps.begin(rows);
    // The records of the previous round are written while this one is worked out, so that memory stays flat however many
    // rows there are.
    const flushing = this.transaction.flush();
    const [, , outcomes] = await settleAll([beginning, flushing, this.applyTo(beginning, rows)] as const);
    return outcomes;
  }

  private async applyTo(beginning: Promise<Round<Row, View>>, rows: readonly Row[]): Promise<(ItemOutcome | null)[]> {
    const round = await beginning;
    const outcomes: ItemOutcome[] = [];
    for (const row of rows) {
      const outcome = await round.apply(row);
      if (outcome === null) break;
      if (outcomes.push(outcome) % ROWS_AT_ONCE === 0) await setImmediate();
    }
    const { kind, constraint } = this.steps;
    // Not those that no row changed, or that a later row changed back.
    const touched = [...round.drafts].filter(({ stored, now }) => stored !== now);
    const drafts = touched.filter(({ stored, now }) => stored === null || !kind.isSame(stored, now));
    const written = new Set(drafts);
    // Where rows are recorded one by one, each of them counts.
    const asBefore = round.record === undefined ? touched.filter((draft) => !written.has(draft)) : [];
    const unchanged = new Set(asBefore.map(({ now }) => now.id));
    const created = drafts.filter(({ stored }) => stored === null).map(({ now }) => now);
    const changed = drafts.filter(({ stored }) => stored !== null).map(({ now }) => now);
    const writing = this.steps.write(changed, created);
    // What is written as a whole, or not at all, is recorded meanwhile.
    const recording = this.record(round, drafts, constraint === undefined ? writing : undefined);
    const [leftOut] = await settleAll([writing, recording] as const);
    return outcomes.map((outcome) => {
      const { id } = outcome;
      if (id !== null && leftOut?.has(id)) return null;
      return id !== null && unchanged.has(id) ? done('unchanged', id) : outcome;
    });
  }

  private async record(
    round: Round<Row, View>,
    drafts: readonly Draft<View>[],
    leaving: Promise<ReadonlySet<string> | void> | undefined,
  ): Promise<void> {
    if (this.recorder === null) return;
    const leftOut = await leaving;
    if (round.record !== undefined) return round.record();
    let recorded = 0;
    for (const { stored, now } of drafts) {
      if (++recorded % ROWS_AT_ONCE === 0) await setImmediate();
      if (leftOut?.has(now.id)) continue;
      if (stored === null) this.recorder.created(this.steps.kind, now);
      else this.recorder.updated(this.steps.kind, stored, now);
    }
  }
}
