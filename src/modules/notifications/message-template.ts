/** A text with places for values. */
type Template = readonly (string | Place)[];

/** Where a value goes: `{{guest.name}}`. */
interface Place {
  readonly variable: string;
}

const PLACE = /\{\{([^{}]*)\}\}/;

/** How much of a text with a broken place is shown. */
const MAX_EXCERPT_LENGTH = 40;

/**
 * Parses a text in which `{{name}}`, with or without blanks inside the braces, is a place for a value. Single braces
 * are plain text, and so are unmatched double ones: {@link brokenPlace} finds those.
 */
export function parseTemplate(text: string): Template {
  // Every second part was between braces.
  return text
    .split(PLACE)
    .map((part, index) => (index % 2 === 0 ? part : { variable: part.trim() }))
    .filter((part) => part !== '');
}

/** The names of a template's variables, each once. */
export function variablesOf(template: Template): string[] {
  return [...new Set(template.flatMap((part) => (typeof part === 'string' ? [] : [part.variable])))];
}

/** The text with its values. Values are not parsed: braces in them are plain text. */
export function fill(template: Template, valueOf: (variable: string) => string): string {
  return template.map((part) => (typeof part === 'string' ? part : valueOf(part.variable))).join('');
}

/** The text from the first unmatched `{{`, or up to the first unmatched `}}`; null without any. */
export function brokenPlace(template: Template): string | null {
  for (const part of template) {
    const at = typeof part === 'string' ? /\{\{|\}\}/.exec(part) : null;
    if (at === null) continue;
    const { input, index } = at;
    const line =
      at[0] === '{{'
        ? input.slice(index).split('\n', 1)[0]!
        : input
            .slice(0, index + 2)
            .split('\n')
            .at(-1)!;
    const characters = [...line];
    return (at[0] === '{{' ? characters.slice(0, MAX_EXCERPT_LENGTH) : characters.slice(-MAX_EXCERPT_LENGTH)).join('');
  }
  return null;
}
