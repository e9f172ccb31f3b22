import type { UnitOfWork } from './unit-of-work';

/** Carries a result out of a unit of work that it rolls back. */
class RolledBack<T> extends Error {
  constructor(readonly result: T) {
    super('rolled back on purpose');
  }
}

/**
 * Does something in a unit of work, and undoes it: for what would happen, without its happening. Nothing that it
 * deferred to the commit is done either.
 *
 * @param unitOfWork not open yet: the rollback would not reach an outer one
 */
export async function rolledBack<T>(unitOfWork: UnitOfWork, work: () => Promise<T>): Promise<T> {
  try {
    return await unitOfWork.run(async () => {
      throw new RolledBack(await work());
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}
