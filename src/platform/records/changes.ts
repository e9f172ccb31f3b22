/** The fields that a change concerned, each with its value before and after. */
export type Changes = Record<string, { before: unknown; after: unknown; erased?: true }>;

/** The fields in which two sets of facts differ, which are no record of a kind. @param before null when they are new */
export function changesBetween(before: object | null, after: object | null): Changes {
  return differences(before, after, () => false);
}

/** Whether two sets of facts differ, which are no record of a kind. */
export function differ(before: object, after: object): boolean {
  return Object.keys(changesBetween(before, after)).length > 0;
}

/**
 * The fields in which two versions of something differ.
 *
 * @param isExcluded says which fields are not compared
 */
export function differences(
  before: object | null,
  after: object | null,
  isExcluded: (field: string) => boolean,
): Changes {
  const changes: Changes = {};
  const earlier = (before ?? {}) as Record<string, unknown>;
  const later = (after ?? {}) as Record<string, unknown>;
  for (const field of new Set([...Object.keys(earlier), ...Object.keys(later)])) {
    if (isExcluded(field)) continue;
    const was = earlier[field] ?? null;
    const is = later[field] ?? null;
    if (!isSameValue(was, is)) changes[field] = { before: was, after: is };
  }
  return changes;
}

/** Compares values as the API shows them: objects, timestamps and lists as JSON. */
function isSameValue(was: unknown, is: unknown): boolean {
  return was === is || ((isObject(was) || isObject(is)) && JSON.stringify(was) === JSON.stringify(is));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
