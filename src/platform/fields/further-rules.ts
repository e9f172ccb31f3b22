import { Injectable, type Type } from '@nestjs/common';
import { boundsProblem } from '../../kernel/period';
import type { FieldProblem } from '../../kernel/problems';

/**
 * What else is wrong with a request of which some fields are wrong already.
 *
 * @param valid the fields that are not
 * @param isWrong whether a field is
 * @param recordId the record that the path names, for rules about what is stored; there may be no such record
 */
export type FurtherRule<Input> = (
  valid: Partial<Input>,
  isWrong: (field: keyof Input & string) => boolean,
  recordId: string,
) => Problems | Promise<Problems>;
type Problems = readonly (FieldProblem | null)[];

/** Of every query that takes the bounds of a period. */
const boundsRule: FurtherRule<{ from: unknown; to: unknown }> = ({ from, to }) =>
  typeof from === 'string' && typeof to === 'string' ? [boundsProblem({ from, to })] : [];

/**
 * The rules that a service checks once all fields are valid by themselves, such as whether a category exists. They are
 * asked here as well, when a field is wrong by itself, so that one response names all that is wrong. A valid request
 * does not come by: its service is the one that checks.
 */
@Injectable()
export class FurtherRules {
  private readonly rules = new Map<Type, FurtherRule<never>[]>();

  /** @param rule of the shape, and of those that extend it; to be registered at the start */
  register<Input extends object>(shape: Type<Input>, rule: FurtherRule<Input>): void {
    this.rules.set(shape, [...(this.rules.get(shape) ?? []), rule]);
  }

  /**
   * What else is wrong with an input.
   *
   * @param named the fields that are wrong already
   * @param recordId the record that the path names, if it names one
   */
  async problemsOf(input: object, named: ReadonlySet<string>, recordId: string | null): Promise<FieldProblem[]> {
    const rules = [boundsRule, ...this.rulesOf(input.constructor)];
    const isWrong = (name: string) => [...named].some((field) => field === name || field.startsWith(`${name}.`));
    const valid = Object.fromEntries(Object.entries(input).filter(([name]) => !isWrong(name))) as never;
    const found = (await Promise.all(rules.map(async (rule) => rule(valid, isWrong as never, recordId ?? '')))).flat();
    return found.filter((problem): problem is FieldProblem => problem !== null && !named.has(problem.field));
  }

  private *rulesOf(shape: unknown): Generator<FurtherRule<never>> {
    for (let at = shape; typeof at === 'function'; at = Object.getPrototypeOf(at) as unknown)
      yield* this.rules.get(at as Type) ?? [];
  }
}
