const names = new WeakMap<readonly string[], string>();

/** A fixed list of words under the name that it has in the OpenAPI document, so that generated clients know it by that. */
export function enumeration<const Words extends readonly string[]>(name: string, words: Words): Words {
  names.set(words, name);
  return words;
}

/** The name of a list made by {@link enumeration}. */
export function enumerationName(words: readonly string[]): string | undefined {
  return names.get(words);
}
