import { firstOf, lastOf } from './lists';
import { couldLinkTogether, unlinked, unlinkedWithin } from './unlinked';

/** A text with placeholders. */
type Template = readonly (string | Placeholder)[];

/** Where a value goes: `{{guest.name}}`. */
interface Placeholder {
  readonly variable: string;
}

/** What is filled in, by the names of variables. */
export interface TextValues {
  /** What people chose. None of it ever becomes a link. Null is filled in as empty. */
  readonly values: Readonly<Record<string, string | number | null>>;
  /** What the service has made, such as its own links: it stays as it is. */
  readonly own?: Readonly<Record<string, string>>;
}

const BLANK = /\s/;
const PLACEHOLDER = /\{\{([^{}]*)\}\}/;

/** How much of a text with a broken placeholder is shown. */
const MAX_EXCERPT_LENGTH = 40;

/** The longest word that is looked at as a whole; a link is not longer. */
const MAX_WORD_LENGTH = 2_000;

/** A web address up to its end, whose host is complete: what follows is its path or query. */
const OPEN_ADDRESS = /https?:\/\/[\p{L}\p{N}[][^\s/?#\\<>"']*[/?#][^\s<>"'()[\]{},;]*$/iu;

/** The beginning of a text as far as it may be part of a link that began before it. */
const REST_OF_WORD = /^(?:(?!https?:\/\/|www\.)[^\s<>()[\]{}"',;!?])*/i;

/**
 * Parses a text in which `{{name}}`, with or without blanks inside the braces, is a placeholder. Single braces are plain
 * text, and so are unmatched double ones: {@link brokenPlaceholder} finds those.
 */
export function parseTemplate(text: string): Template {
  // Every second part was between braces.
  return text
    .split(PLACEHOLDER)
    .map((part, index) => (index % 2 === 0 ? part : { variable: part.trim() }))
    .filter((part) => part !== '');
}

/** The names of a template's variables, each once. */
export function variablesOf(template: Template): string[] {
  return [...new Set(template.flatMap((part) => (typeof part === 'string' ? [] : [part.variable])))];
}

/**
 * The text with its values, which are not parsed: braces in them are plain text. A value never becomes a link, nor part
 * of one with the words around it, but for one case: behind the host of a web address in the text, as in
 * `https://example.com/?name={{guest.name}}`, it is escaped as a part of that address (RFC 3986).
 *
 * @throws Error for a variable without a value
 */
export function fill(template: Template, { values, own = {} }: TextValues): string {
  let filled = '';
  // What the next part would be one word with, empty behind a blank, and whether a value is in it.
  let word = '';
  let hasValue = false;
  const add = (text: string): void => {
    filled += text;
    word = wordAtEnd(word + text);
  };
  let afterStop = false;
  for (const part of template) {
    if (typeof part === 'string') {
      // "e. V." ends the sentence.
      const text = afterStop ? part.replace(/^\.(?![.\w])/, '') : part;
      afterStop = false;
      if (text === '') continue;
      add(hasValue ? detached(text, word) : text);
      hasValue = hasValue && !BLANK.test(text);
    } else if (Object.hasOwn(own, part.variable)) {
      add((hasValue && word !== '' ? ' ' : '') + String(own[part.variable]));
      hasValue = false;
    } else {
      if (!Object.hasOwn(values, part.variable)) throw new Error(`{{${part.variable}}} has no value.`);
      const value = String(values[part.variable] ?? '');
      if (value === '') continue;
      afterStop = /[^.]\.$/.test(value);
      hasValue = !OPEN_ADDRESS.test(word);
      add(hasValue ? separated(value, word) : escapedInAddress(value));
    }
  }
  return filled;
}

/** The text from the first unmatched `{{`, or up to the first unmatched `}}`; null without any. */
export function brokenPlaceholder(template: Template): string | null {
  for (const part of template) {
    const at = typeof part === 'string' ? /\{\{|\}\}/.exec(part) : null;
    if (at === null) continue;
    const { input, index } = at;
    const line =
      at[0] === '{{' ? firstOf(input.slice(index).split('\n', 1)) : lastOf(input.slice(0, index + 2).split('\n'));
    const characters = [...line];
    return (at[0] === '{{' ? characters.slice(0, MAX_EXCERPT_LENGTH) : characters.slice(-MAX_EXCERPT_LENGTH)).join('');
  }
  return null;
}

/** A value that follows a word, or a blank when that is empty. */
function separated(value: string, word: string): string {
  if (word === '') return unlinked(value);
  return couldLinkTogether(word, value) ? ` ${unlinked(value)}` : unlinkedWithin(value);
}

/** Words of the text that follow a value: they stay, but make no link together with it. */
function detached(text: string, word: string): string {
  if (word === '') return text;
  const [rest] = REST_OF_WORD.exec(text) ?? [''];
  const isAddress = rest === '' && /^\w/.test(text);
  const apart = isAddress || couldLinkTogether(word, text) ? ` ${unlinked(rest)}` : unlinkedWithin(rest);
  return apart + text.slice(rest.length);
}

function escapedInAddress(value: string): string {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** The end of a text behind its last blank. */
function wordAtEnd(text: string): string {
  const end = text.slice(-MAX_WORD_LENGTH);
  let start = end.length;
  while (start > 0 && !BLANK.test(end.charAt(start - 1))) start--;
  return end.slice(start);
}
