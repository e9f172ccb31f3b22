import { escapeHtml } from '../../kernel/html';
import { oneLine } from '../../kernel/one-line';

/** The content of a message, ready to send. */
export interface MailContent {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The content of a message before its layout. */
interface MailDraft {
  readonly subject: string;
  /** Plain text; a line break inside a paragraph stays one. */
  readonly paragraphs: readonly string[];
  /** The one thing to do: a button. The address is shown as well, for readers without HTML. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Whether web addresses in the paragraphs can be clicked. */
  readonly linked?: true;
  /** In small print at the end: why this came, and where to unsubscribe. */
  readonly footer?: { readonly words: string; readonly url: string };
}

const BODY =
  'margin:0;padding:24px;background:#f4f5f7;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1f2933';
const CARD = 'max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px';
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#1d4ed8;color:#ffffff;text-decoration:none;border-radius:6px';
const SMALL = 'font-size:13px;color:#52606d;word-break:break-all';

/**
 * Lays a message out as plain text and as HTML. The draft's text is shown as it is: nothing in it is taken for HTML,
 * and names that people typed can't break the subject into further headers.
 *
 * @throws Error when the action's address is not http or https
 */
export function renderMail({ subject, paragraphs, action, linked, footer }: MailDraft): MailContent {
  if (action !== undefined && !/^https?:\/\/\S+$/.test(action.url))
    throw new Error('A link in an e-mail must start with http:// or https://.');
  const line = oneLine(subject);
  const parts = [
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...(footer === undefined ? [] : [`-- \n${footer.words}\n${footer.url}`]),
  ];
  const text = parts.join('\n\n') + '\n';
  const html = [
    '<!doctype html>',
    `<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(line)}</title></head>`,
    `<body style="${BODY}"><div style="${CARD}">`,
    ...paragraphs.map((paragraph) => `<p>${(linked ? linkedHtml : linesHtml)(paragraph)}</p>`),
    ...(action === undefined ? [] : actionHtml(escapeHtml(action.label), escapeHtml(action.url))),
    ...(footer === undefined ? [] : [`<p style="${SMALL}">${linkedHtml(`${footer.words}\n${footer.url}`)}</p>`]),
    '</div></body></html>',
    '',
  ].join('\n');
  return { subject: line, text, html };
}

function linesHtml(text: string): string {
  return escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>\n');
}

/** Punctuation behind an address belongs to the sentence, and so does what sets it off: `*`, `|`, `` ` ``. */
const WEB_ADDRESS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?()[\]{}*|`])/;

/** Every other part is an address. */
function linkedHtml(text: string): string {
  return text
    .split(WEB_ADDRESS)
    .map((part, index) => (index % 2 === 0 ? linesHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`))
    .join('');
}

function actionHtml(label: string, url: string): string[] {
  return [`<p><a href="${url}" style="${BUTTON}">${label}</a></p>`, `<p style="${SMALL}">${url}</p>`];
}
