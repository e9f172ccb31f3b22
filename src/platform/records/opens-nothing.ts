import type { Type } from '@nestjs/common';

const reasons = new Map<Type, string>();

/**
 * Says of an entity with rows of users or organizations that nothing of them has to end when an account passes on, is
 * suspended or is erased. What does open an account or an organization is in what-ends-when.ts instead.
 *
 * @param reason why not
 */
export function OpensNothing(reason = 'it belongs to the organization, and opens nothing'): ClassDecorator {
  return (entity) => void reasons.set(entity as unknown as Type, reason);
}

/** The entities that are marked, each with its reason. Complete when all entities are loaded. */
export function entitiesThatOpenNothing(): ReadonlyMap<Type, string> {
  return reasons;
}
