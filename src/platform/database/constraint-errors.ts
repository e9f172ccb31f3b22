import type { Problem } from '../../kernel/problems';
import { violatedConstraint } from './failures';

/** The problem that a violation of each unique constraint or foreign key becomes, by the constraint's name. */
export type ConstraintErrors = Readonly<Record<string, () => Problem>>;

/**
 * Awaits a write and turns constraint violations into problems. Only a constraint also covers concurrent writes.
 *
 * @param write already under way
 * @param errors the violations that are expected. Each write names its own: a foreign key means one thing where the
 *   referring record is written, and another where the record referred to is deleted
 * @throws the problem of the violated constraint; any other error as it is
 */
export async function mapConstraintErrors<T>(write: Promise<T>, errors: ConstraintErrors): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const problemOf = errors[violatedConstraint(error) ?? ''];
    throw problemOf === undefined ? error : problemOf();
  }
}
