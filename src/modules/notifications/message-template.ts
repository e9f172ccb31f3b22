/** A text with places for values. */
export type Template = readonly (string | Place)[];

/** Where a value goes: `{{guest.name}}`. */
export interface Place {
  readonly variable: string;
}

const PLACE = /\{\{([^{}]*)\}\}/;

/**
 * Reads a text in which `{{name}}`, with blanks inside the braces or without, stands for a value. Single braces, and two
 * that are never closed, are what they are.
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
