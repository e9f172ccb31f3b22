import { EN } from './en';
import { LANGUAGES } from './languages';

/** Every text of a tree of words, by its path. */
function textsOf(words: object, path = ''): [path: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string') return [[`${path}${key}`, value]];
    return textsOf(value as object, `${path}${key}.`);
  });
}

const placeholdersIn = (text: string) => [...new Set(text.match(/\{\{?\w+\}?\}/g) ?? [])].sort();
const ENGLISH = new Map(textsOf(EN));

describe.each(LANGUAGES)('the words of $language', (words) => {
  it('name the same values as the English ones, and none is empty', () => {
    for (const [path, text] of textsOf(words)) {
      // What is said instead of the API's messages, of which there are English ones.
      if (!ENGLISH.has(path)) continue;
      expect([path, ...placeholdersIn(text)]).toEqual([path, ...placeholdersIn(ENGLISH.get(path)!)]);
      expect(text === '' ? path : '').toBe('');
    }
  });
});
