import { html, type Html } from '../../kernel/html';
import type { AccountWords } from '../../kernel/languages/en-account';

interface FormOptions {
  /** The path that it posts to, from the root of the service. */
  readonly api: string;
  /** What else page.js needs to know. */
  readonly attributes: Html;
  readonly says: AccountWords;
}

/** A form of a page about an account, sent by the page's script, with room for what concerns no field. */
export function accountForm({ api, attributes, says }: FormOptions, fields: Html, button: Html): Html {
  const problems = Object.entries(says.problems);
  // Where there are words for them, nothing that the API says in English is shown.
  const speaks = problems.length === 0 ? null : html`data-speaks`;
  const said = problems.map(([code, sentence]) => html` data-problem-${code}="${sentence}"`);
  return html`<form method="post" novalidate data-api="${api}" ${attributes} ${speaks} ${said}>
    ${fields}
    <p class="alert" role="alert" data-alert hidden></p>
    ${button}
  </form>`;
}

/** What is of no use without the page's script. */
export function needsScript({ needsScript: says }: AccountWords, content: Html): Html {
  return html`<noscript><p>${says}</p></noscript>
    <div data-needs-script hidden>${content}</div>`;
}

/** Shown after a response: `done`, `secondFactor` or the code of a problem. */
export function outcome(name: string, content: Html): Html {
  return html`<section data-outcome="${name}" tabindex="-1" hidden>${content}</section>`;
}
