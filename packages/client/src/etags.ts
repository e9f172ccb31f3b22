const etags = new WeakMap<object, string>();

/** Notes which version of a record a response gave. */
export function rememberEtag(record: unknown, etag: string | null): void {
  if (etag !== null && typeof record === 'object' && record !== null) etags.set(record, etag);
}

/**
 * The version of a record that a call gave, for `If-Match`; null when there was none. A row of a list has it as a field;
 * otherwise it belongs to that object, and a copy of it has none.
 */
export function etagOf(record: object): string | null {
  const { etag } = record as { etag?: unknown };
  return etags.get(record) ?? (typeof etag === 'string' ? etag : null);
}
