import type { Problem } from '../../kernel/problems';
import { violatedConstraint } from './failures';

/** The problems to answer with when a unique constraint or a foreign key refuses a write, by the constraint's name. */
export type ConstraintErrors = Readonly<Record<string, () => Problem>>;

/**
 * Awaits a write whose rule is kept by a constraint, because only a constraint also holds against concurrent writes.
 *
 * @param write already under way
 * @param errors the constraints that are expected to refuse it. Each write names its own: a foreign key means one
 *   thing where the referring record is written, and another where the record referred to is deleted
 * @throws the problem of the constraint that refused it; any other error as it is
 */
export async function mapConstraintErrors<T>(write: Promise<T>, errors: ConstraintErrors): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const problemOf = errors[violatedConstraint(error) ?? ''];
    throw problemOf === undefined ? error : problemOf();
  }
}
