/** The first entry of a list, or of whatever has an order. @throws Error when there is none */
export function firstOf<Entry>(entries: Iterable<Entry>): Entry {
  for (const entry of entries) return entry;
  throw new Error('There is no first entry.');
}

/** The last entry of a list. @throws Error when it is empty */
export function lastOf<Entry>(entries: readonly Entry[]): Entry {
  return firstOf(entries.slice(-1));
}

/** Each entry of a list with the entry of another one at its position. @throws Error when one list is longer */
export function pairsOf<Left, Right>(left: readonly Left[], right: readonly Right[]): (readonly [Left, Right])[] {
  if (left.length !== right.length) throw new Error(`${left.length} entries can't be paired with ${right.length}.`);
  return left.map((entry, index) => [entry, right[index] as Right]);
}

/** The value of a key that is known to be in a map. @throws Error when it is not */
export function valueAt<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`No value for ${String(key)}.`);
  return value;
}
