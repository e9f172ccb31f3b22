import type { UnitOfWork } from './unit-of-work';

/** Carries a result out of what it rolls back. */
class DryRunResult<T> extends Error {
  constructor(readonly result: T) {
    super('rolled back on purpose');
  }
}

/**
 * Does something in a unit of work, or within the open one, and undoes it: for what would happen, without its happening.
 * Nothing that it deferred to the commit is done either.
 */
export async function dryRun<T>(unitOfWork: UnitOfWork, work: () => Promise<T>): Promise<T> {
  const failing = async (): Promise<never> => {
    throw new DryRunResult(await work());
  };
  try {
    // A savepoint: the transaction may be one that is shared, and then goes on.
    return await unitOfWork.run(() => unitOfWork.current.savepoint(failing));
  } catch (error) {
    if (error instanceof DryRunResult) return error.result as T;
    throw error;
  }
}
