/** The words that a field can have. */
export interface WordList {
  /** Their name in the OpenAPI document, so that generated clients know them by it. */
  readonly enumerationName: string;
  readonly words: () => readonly string[];
}

const names = new WeakMap<readonly string[], string>();
const growing = new Map<string, WordList>();

/** A fixed list of words under the name that it has in the OpenAPI document, so that generated clients know it by that. */
export function enumeration<const Words extends readonly string[]>(name: string, words: Words): Words {
  names.set(words, name);
  return words;
}

/** The name of a list made by {@link enumeration}. */
export function enumerationName(words: readonly string[]): string | undefined {
  return names.get(words);
}

/** A list that is complete when all modules are loaded. @param words asked for when the first value is checked */
export function deferredEnumeration(name: string, words: () => readonly string[]): WordList {
  let known: readonly string[] | undefined;
  const list = { enumerationName: name, words: () => (known ??= words()) };
  growing.set(name, list);
  return list;
}

/** The words of a list made by {@link deferredEnumeration}. */
export function wordsCalled(name: string): readonly string[] | undefined {
  return growing.get(name)?.words();
}
