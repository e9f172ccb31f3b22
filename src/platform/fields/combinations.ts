import type { Type } from '@nestjs/common';
import type { FieldProblem } from '../../kernel/problems';

const rules = new WeakMap<object, (input: never) => FieldProblem[]>();

/**
 * Declares which fields of a body require or exclude each other. Its problems are reported along with those of single
 * fields.
 *
 * @param rule checks only which fields are present: their values may be of wrong types
 */
export function Combining<T extends object>(rule: (input: T) => FieldProblem[]): (shape: Type<T>) => void {
  return (shape) => void rules.set(shape, rule);
}

/** What is wrong with the combination of fields in a body, by the rule of its class. */
export function combinationProblems(body: object): FieldProblem[] {
  return rules.get(body.constructor)?.(body as never) ?? [];
}
