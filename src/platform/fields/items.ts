import type { Type } from '@nestjs/common';
import { enumeration } from '../../kernel/enumeration';
import { FIELD_CODES, MAX_ERRORS_NAMED, type FieldCode } from '../../kernel/field-codes';
import type { FieldProblem, ProblemParams } from '../../kernel/problems';
import { field, readShape } from './field-definitions';
import { outOfRange, wrongType } from './field-errors';
import { declareItems } from './item-problems';
import { Params } from './problem-params';
import { Id, Integer, ListOf, OneOf, Shown } from './fields';

export const MAX_ITEMS = 500;

/**
 * The items of a batch. Each is read on its own (see {@link readItems}), so that one that is wrong spoils no other.
 *
 * @param example of one item, where its fields' examples do not go together
 */
export function Items(shape: () => Type, example?: object): PropertyDecorator {
  const decorate = field(
    { ...(example !== undefined && { example: [example] }) },
    {
      schema: { type: () => shape(), isArray: true, minItems: 1, maxItems: MAX_ITEMS },
      check(value) {
        if (!Array.isArray(value)) return wrongType('a list');
        return value.length < 1 || value.length > MAX_ITEMS
          ? outOfRange(1, MAX_ITEMS, `must have 1 to ${MAX_ITEMS} entries.`)
          : null;
      },
    },
  );
  return (target, name) => {
    declareItems(target.constructor as Type, String(name));
    decorate(target, name);
  };
}

export const ITEM_STATUSES = enumeration('BatchItemStatus', ['created', 'updated', 'unchanged', 'error']);
type ItemStatus = (typeof ITEM_STATUSES)[number];

/** What is wrong with an item of a batch. */
class ItemProblem implements FieldProblem {
  @Shown({ type: 'string', description: 'The field of the item.', example: 'email' }) readonly field: string;
  @OneOf(FIELD_CODES, { description: 'For programs; stable.', example: 'invalid_email' }) readonly code: FieldCode;
  @Shown({ type: 'string', description: 'For people; may change.', example: 'email must be an e-mail address.' })
  readonly message: string;
  @Params() readonly params?: ProblemParams;
}

/** What became of one item of a batch. */
export class BatchResult {
  @Integer({ min: 0, max: MAX_ITEMS - 1, description: 'The position of the item in the request, from 0.', example: 0 })
  index: number;
  @OneOf(ITEM_STATUSES) status: ItemStatus;
  @Id({ of: 'record', presence: 'nullable', description: 'The record; null when there is an error.' })
  id: string | null;
  @ListOf(() => ItemProblem, {
    description: `Why the item was not used; empty otherwise, and behind the first ${MAX_ERRORS_NAMED} errors of all items.`,
  })
  errors: FieldProblem[];
}

const COUNT = { min: 0, max: MAX_ITEMS };

/** What became of a batch. */
export class BatchReport {
  @Integer({ ...COUNT, example: 1 }) created: number;
  @Integer({ ...COUNT, example: 0 }) updated: number;
  @Integer({ ...COUNT, example: 0 }) unchanged: number;
  @ListOf(() => BatchResult, { description: 'In the order of the items.' }) results: BatchResult[];
  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: `How many errors the items have; the first ${MAX_ERRORS_NAMED} are named.`,
    example: 0,
  })
  errorsTotal: number;
}

/** An item that could be read, with its position in the request. */
export interface Item<Input> {
  index: number;
  input: Input;
}

/** What became of an item, wherever it stood. */
export type ItemOutcome = Omit<BatchResult, 'index'>;

export function done(status: Exclude<ItemStatus, 'error'>, id: string): ItemOutcome {
  return { status, id, errors: [] };
}

export function failed(errors: FieldProblem[]): ItemOutcome {
  return { status: 'error', id: null, errors };
}

/** Puts the outcomes of a batch together. */
export class BatchOutcomes {
  private readonly results = new Map<number, BatchResult>();

  put(index: number, { status, id, errors }: ItemOutcome): void {
    this.results.set(index, { index, status, id, errors });
  }

  failed(index: number, errors: FieldProblem[]): void {
    this.put(index, failed(errors));
  }

  report(): BatchReport {
    const results = [...this.results.values()].sort((a, b) => a.index - b.index);
    const count = (status: ItemStatus) => results.filter((result) => result.status === status).length;
    let errorsTotal = 0;
    const named = results.map((result) => {
      const left = Math.max(0, MAX_ERRORS_NAMED - errorsTotal);
      errorsTotal += result.errors.length;
      return { ...result, errors: result.errors.slice(0, left) };
    });
    return {
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      results: named,
      errorsTotal,
    };
  }
}

/** The items that have the shape, converted. What is wrong with the others goes into the outcomes. */
export function readItems<Input extends object>(
  shape: Type<Input>,
  items: readonly unknown[],
  outcomes: BatchOutcomes,
): Item<Input>[] {
  return items.flatMap((item, index) => {
    const read = readShape(shape, item);
    if ('input' in read) return { index, input: read.input };
    outcomes.failed(index, read.problems);
    return [];
  });
}
