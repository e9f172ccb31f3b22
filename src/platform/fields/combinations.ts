import type { Type } from '@nestjs/common';
import type { FieldProblem } from '../../kernel/problems';

const rules = new WeakMap<object, (input: never) => FieldProblem[]>();

/**
 * Declares which fields of a body or a query require or exclude each other. Its problems are reported along with those of single
 * fields.
 *
 * @param rule checks only which fields are present: their values may be of wrong types
 */
export function Combining<T extends object>(rule: (input: T) => FieldProblem[]): (shape: Type<T>) => void {
  return (shape) => void rules.set(shape, rule);
}

/** What is wrong with the combination of fields in a body or a query, by the rules of its class and those above. */
export function combinationProblems(body: object): FieldProblem[] {
  const found: FieldProblem[] = [];
  for (
    let shape: object | null = body.constructor;
    shape !== null;
    shape = Object.getPrototypeOf(shape) as object | null
  )
    found.push(...(rules.get(shape)?.(body as never) ?? []));
  return found;
}
