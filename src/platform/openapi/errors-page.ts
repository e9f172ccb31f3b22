import { Html, html } from '../../kernel/html';
import { FIELD_MEANINGS } from '../../kernel/field-codes';
import { PROBLEMS } from '../../kernel/problem-codes';
import { titleOf } from '../../kernel/reason-phrases';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 0.5rem; }
dl { margin: 0; }
div { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.6rem 0.5rem; }
div:target { background: color-mix(in srgb, Highlight 18%, transparent); }
dt { font-weight: 600; }
dt a { color: inherit; text-decoration: none; }
dt a:hover, dt a:focus-visible { text-decoration: underline; }
dt span { font-weight: 400; margin-left: 0.75rem; opacity: 0.75; }
dd { margin: 0.15rem 0 0; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
`;

/** The page that the `type` of a problem leads to: every code, with what it means. */
export function errorsPage(): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Errors · Tour Events API</title>
        <link rel="icon" href="favicon-32x32.png" />
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>Errors</h1>
          <p>
            Every error response is a problem document (RFC 9457). Its <code>type</code> leads here, and its
            <code>code</code> is stable: programs decide by the code, and by the status where they do not know the code,
            since codes are added. <code>requestId</code> finds the request in the service's log.
            <a href="../docs">All operations</a>
          </p>
          <h2 id="codes">Codes</h2>
          <dl>${Object.entries(PROBLEMS).map(problemEntry)}</dl>
          <h2 id="field-codes">Codes of fields</h2>
          <p>
            Where fields are wrong, <code>errors</code> names all of them, each with a <code>code</code> of this list, a
            <code>message</code> for people, and the figures of the rule in <code>params</code>. References to records
            that do not exist are named likewise, with the code <code>not_found</code>.
          </p>
          <dl>
            ${Object.entries(FIELD_MEANINGS).map(([code, meaning]) => entry(`field-${code}`, code, null, meaning))}
          </dl>
        </main>
      </body>
    </html> `;
  return String(page);
}

function problemEntry([code, { statuses, meaning }]: [
  string,
  { readonly statuses: readonly number[]; readonly meaning: string },
]): Html {
  return entry(code, code, statuses.map((status) => `${status} ${titleOf(status)}`).join(', '), meaning);
}

function entry(id: string, code: string, status: string | null, meaning: string): Html {
  const beside = status === null ? null : html`<span>${status}</span>`;
  return html`<div id="${id}">
    <dt>
      <a href="#${id}"><code>${code}</code></a
      >${beside}
    </dt>
    <dd>${withCode(meaning)}</dd>
  </div> `;
}

/** What stands in backticks as code. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
