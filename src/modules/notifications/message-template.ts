/** A text with places for values. */
type Template = readonly (string | Place)[];

/** Where a value goes: `{{guest.name}}`. */
interface Place {
  readonly variable: string;
}

const PLACE = /\{\{([^{}]*)\}\}/;

/** What is shown of a text with a broken place. */
const LONGEST_EXCERPT = 40;

/**
 * Reads a text in which `{{name}}`, with blanks inside the braces or without, stands for a value. Single braces are what
 * they are, and so are two that open or close nothing: {@link brokenPlace} finds those.
 */
export function parseTemplate(text: string): Template {
  // Every other part is what stood between braces.
  return text
    .split(PLACE)
    .map((part, index) => (index % 2 === 0 ? part : { variable: part.trim() }))
    .filter((part) => part !== '');
}

/** The names of the values that a template asks for, each once. */
export function variablesOf(template: Template): string[] {
  return [...new Set(template.flatMap((part) => (typeof part === 'string' ? [] : [part.variable])))];
}

/** The text with its values. What a value holds is never looked into: braces in it are what they are. */
export function fill(template: Template, valueOf: (variable: string) => string): string {
  return template.map((part) => (typeof part === 'string' ? part : valueOf(part.variable))).join('');
}

/** The text from the first two braces that open no place, or up to those that close none; null where there are none. */
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
    return (at[0] === '{{' ? characters.slice(0, LONGEST_EXCERPT) : characters.slice(-LONGEST_EXCERPT)).join('');
  }
  return null;
}
