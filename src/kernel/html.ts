// By hand because escaping libraries give strings: a piece put into another would be escaped twice, or not at all.

/** A piece of HTML, made by {@link html}. Anything else is text, and is escaped where it is put in. */
export class Html {
  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

/** Markup that the service has made itself, such as a picture; never what anybody typed. */
export function ownMarkup(markup: string): Html {
  return new Html(markup);
}

/** What can stand between pieces of HTML; null stands for nothing. */
export type HtmlPart = string | number | Html | readonly Html[] | null;

/**
 * HTML in which every part is escaped, in elements and in quoted attributes, so that names which people typed stay
 * names.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(String.raw({ raw: withoutIndentation(strings) }, ...parts.map(markupOf)));
}

/** Of each template once. */
const templates = new WeakMap<TemplateStringsArray, readonly string[]>();

/** What stands in templates for their readers would be a third of a page; what is put into them stays as it is. */
function withoutIndentation(strings: TemplateStringsArray): readonly string[] {
  const known = templates.get(strings);
  if (known !== undefined) return known;
  const short = strings.map((text) => text.replace(/\s*\n\s*/g, '\n'));
  templates.set(strings, short);
  return short;
}

function markupOf(part: HtmlPart): string {
  if (part === null) return '';
  if (part instanceof Html) return String(part);
  return typeof part === 'object' ? part.join('') : escapeHtml(String(part));
}

/** The text as HTML shows it, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}
