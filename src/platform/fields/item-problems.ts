import type { Type } from '@nestjs/common';
import type { FieldProblem } from '../../kernel/problems';

/** The fields of shapes whose entries are each read on their own. */
const itemFields = new Map<Type, Set<string>>();
/** What was wrong with items when the body was read that they came in. */
const problemsByItem = new WeakMap<object, FieldProblem[]>();

/** Says of a field that its entries are items. */
export function declareItems(shape: Type, name: string): void {
  itemFields.set(shape, (itemFields.get(shape) ?? new Set()).add(name));
}

/**
 * Takes texts of items that can't be stored out of a body's problems: they are the item's, and spoil no other.
 *
 * @param input the body as its shape
 * @returns the problems of the body itself
 */
export function handToItems(input: unknown, problems: readonly FieldProblem[]): readonly FieldProblem[] {
  if (problems.length === 0 || typeof input !== 'object' || input === null) return problems;
  const fields = itemFields.get(input.constructor as Type);
  return fields === undefined ? problems : problems.filter((problem) => !isHanded(input, fields, problem));
}

/** What was wrong with an item when its body was read, by the item's own fields. */
export function problemsOfItem(item: object): readonly FieldProblem[] {
  return problemsByItem.get(item) ?? [];
}

function isHanded(input: object, fields: ReadonlySet<string>, problem: FieldProblem): boolean {
  const [, name = '', index, field] = /^(\w+)\.(\d+)(?:\.(.+))?$/s.exec(problem.field) ?? [];
  if (problem.code !== 'invalid_characters' || !fields.has(name)) return false;
  const items = (input as Record<string, unknown>)[name];
  const item: unknown = Array.isArray(items) ? items[Number(index)] : undefined;
  // A text is no item anyway, and is said to be none.
  if (field === undefined) return typeof item === 'string';
  if (typeof item !== 'object' || item === null) return false;
  const message = problem.message.replace(problem.field, field);
  problemsByItem.set(item, [...problemsOfItem(item), { ...problem, field, message }]);
  return true;
}
