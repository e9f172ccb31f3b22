import type { Type } from '@nestjs/common';
import { amountProblem } from '../../kernel/money';
import { boundsProblem } from '../../kernel/period';
import type { FieldProblem } from '../../kernel/problems';

type Problems = FieldProblem | null | readonly (FieldProblem | null)[];

interface Rule {
  /** Those that must be valid on their own before the rule is asked. */
  readonly fields: readonly string[];
  readonly check: (input: never) => Problems;
  /** Whether all of them must be there as well. */
  readonly ifAllSent: boolean;
}

const rules = new WeakMap<object, readonly Rule[]>();

/**
 * Declares which fields of a body or a query require or exclude each other. Its problems are reported along with those of single
 * fields.
 *
 * @param check looks only at which fields are there: their values may be of wrong types
 */
export function Combining<Input extends object>(check: (input: Input) => Problems): (shape: Type<Input>) => void {
  return (shape) => addRule(shape, { fields: [], check, ifAllSent: false });
}

/**
 * Declares what must hold between fields of a body or a query. Its problems are reported along with those of single
 * fields. A partial update (`PatchOf`) has the rules of its shape, which are asked where it sends all their fields; its
 * service checks the whole record.
 *
 * @param fields that are valid on their own when the rule is asked; of any other field it sees only whether it is there
 */
export function Consistent<Input extends object>(
  fields: readonly (keyof NoInfer<Input> & string)[],
  check: (input: Input) => Problems,
): (shape: Type<Input>) => void {
  return (shape) => addRule(shape, { fields, check, ifAllSent: false });
}

/** Declares that an amount has no more decimals than the currency that is sent with it. */
export function FitsCurrency<Amount extends string>(amount: Amount) {
  return Consistent<Partial<Record<Amount | 'currency', string | null>>>([amount, 'currency'], (input) =>
    input[amount] == null || input.currency == null ? null : amountProblem(input[amount], input.currency, amount),
  );
}

/** Declares that a period, whose bounds are `from` and `to`, does not end before it starts. */
export function OrderedBounds() {
  return Consistent(['from', 'to'], boundsProblem);
}

/** Gives a partial update the rules of its shape. */
export function inheritRules(shape: Type, patch: Type): void {
  // What one field requires of another may be stored already.
  const inherited = [...rulesOf(shape)].filter(({ fields }) => fields.length > 0);
  rules.set(
    patch,
    inherited.map((rule) => ({ ...rule, ifAllSent: true })),
  );
}

/**
 * What is wrong between the fields of an input, by the rules of its shape and those above.
 *
 * @param wrong what is wrong with single fields; no field is named twice
 */
export function combinationProblems(shape: unknown, input: object, wrong: readonly FieldProblem[]): FieldProblem[] {
  const named = new Set(wrong.map(({ field }) => field));
  const hasProblem = (name: string) => named.has(name) || [...named].some((field) => field.startsWith(`${name}.`));
  const found: FieldProblem[] = [];
  for (const { fields, check, ifAllSent } of rulesOf(shape)) {
    if (fields.some(hasProblem)) continue;
    if (ifAllSent && fields.some((name) => (input as Record<string, unknown>)[name] === undefined)) continue;
    const problems = [check(input as never)].flat().filter((problem) => problem !== null && !named.has(problem.field));
    for (const problem of problems as FieldProblem[]) {
      found.push(problem);
      named.add(problem.field);
    }
  }
  return found;
}

function addRule(shape: Type, rule: Rule): void {
  // Decorators are applied from the last to the first.
  rules.set(shape, [rule, ...(rules.get(shape) ?? [])]);
}

function* rulesOf(shape: unknown): Generator<Rule> {
  for (let at = shape; typeof at === 'function'; at = Object.getPrototypeOf(at) as unknown) yield* rules.get(at) ?? [];
}
