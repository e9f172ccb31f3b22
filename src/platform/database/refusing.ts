import type { Problem } from '../../kernel/problems';
import { violatedConstraint } from './failures';

/** What it means that a unique constraint or a foreign key refused a write, by the constraint's name. */
export type Refusals = Readonly<Record<string, () => Problem>>;

/**
 * A write whose rule a constraint keeps, because only that also holds against what others do at the same moment.
 *
 * @param write under way
 * @param refusals the constraints that are expected to refuse it; the same foreign key means one thing where a record is
 *   written that refers to another, and something else where the other is deleted
 * @throws the problem of the constraint that refused it; whatever else fails, as it is
 */
export async function refusing<T>(write: Promise<T>, refusals: Refusals): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const problemOf = refusals[violatedConstraint(error) ?? ''];
    throw problemOf === undefined ? error : problemOf();
  }
}
