const etags = new WeakMap<object, string>();

/** Notes which version of a record a response gave. */
export function rememberEtag(record: unknown, etag: string | null): void {
  if (etag !== null && typeof record === 'object' && record !== null) etags.set(record, etag);
}

/**
 * The version of a record that a call gave, for `If-Match`; null when its response had none. It belongs to that object:
 * a copy of it has none.
 */
export function etagOf(record: object): string | null {
  return etags.get(record) ?? null;
}
