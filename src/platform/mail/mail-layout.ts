import { escapeHtml } from '../../kernel/html';
import { fill, parseTemplate, type TextValues } from '../../kernel/message-template';
import { oneLine } from '../../kernel/one-line';
import { PRODUCT } from '../../kernel/product';
import { shownPicture } from '../../kernel/uri';

/** The content of a message, ready to send. */
export interface MailContent {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A button, with the address that it leads to. */
interface MailAction {
  readonly label: string;
  readonly url: string;
}

/** A few buttons in place of one, with quiet links below; as text they are that one. */
export interface MailChoice extends MailAction {
  readonly choices: readonly MailAction[];
  readonly links: readonly MailAction[];
}

/**
 * The content of a message before its layout. Whatever people chose stands in `values`, never in the words themselves:
 * the subject, the paragraphs and the footer's words name it as `{{name}}`.
 */
interface MailDraft extends Partial<TextValues> {
  readonly subject: string;
  /** Who writes, as it stands above the letter: an organization. Left out, it is the service itself. */
  readonly sender?: string;
  /** The address of the sender's picture, which stands before the name where it can be shown. */
  readonly logo?: string | null;
  /** The language that it is written in (BCP 47); English by default. */
  readonly language?: string;
  /** Plain text; a line break inside a paragraph stays one. One of them may be a button. */
  readonly paragraphs: readonly (string | MailAction | MailChoice)[];
  /** The one thing to do: a button. Without HTML, its address. */
  readonly action?: MailAction;
  /** Whether web addresses in the paragraphs can be clicked. */
  readonly linked?: true;
  /** In small print at the end: why this came, and where to unsubscribe. */
  readonly footer?: MailAction & { readonly words: string };
}

/** Apple's programs look for telephone numbers, dates and addresses in what people chose, too. */
const NO_DETECTION = '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">';
const FONT = 'font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#14181f';
const BODY = `margin:0;padding:0;background:#f3f4f7;${FONT}`;
/** Outlook knows no widths but those of tables. */
const FRAME = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">';
const SHEET = '<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"';
const SHEET_STYLE = 'width:100%;max-width:600px;table-layout:fixed';
/** Long links break, so that no letter is wider than a phone. Programs pass no font on to tables. */
const CARD = `padding:28px 24px;background:#ffffff;border-radius:12px;text-align:left;overflow-wrap:anywhere;word-break:break-word;${FONT}`;
const SENDER = 'margin:0 0 20px;padding:0 0 16px;border-bottom:1px solid #e3e6ec;font-weight:600';
/** A wide one is made smaller, where the program knows how. */
const LOGO = 'height:40px;max-width:160px;margin:4px 12px 4px 0;vertical-align:middle;object-fit:contain;border:0';
const BUTTON =
  'display:inline-block;margin:0 4px 8px 0;padding:12px 20px;border:1px solid #2b50d8;background:#2b50d8;color:#ffffff;text-decoration:none;border-radius:8px;font-weight:500';
const SECOND_BUTTON = `${BUTTON};background:#ffffff;color:#2545c4`;
const LINK = 'color:#2545c4';
/** For links within sentences; programs that drop it show them as they do. */
const STYLE = `<style>a{${LINK}}</style>`;
const SMALL = 'font-size:13px;color:#5b6472';

/**
 * Fills in a message and lays it out as plain text and as HTML. Nothing in it is taken for HTML, no value becomes a link
 * (see {@link fill}), and none can break the subject into further headers.
 *
 * @throws Error when the action's address is not http or https, and for a variable without a value
 */
export function renderMail(draft: MailDraft): MailContent {
  const { action, linked, language = 'en', values = {}, own } = draft;
  const filled = (text: string) => fill(parseTemplate(text), { values, own });
  const line = oneLine(filled(draft.subject));
  const paragraphs = [...draft.paragraphs, ...(action === undefined ? [] : [action])].map((paragraph) =>
    typeof paragraph === 'string' ? filled(paragraph) : checkedAction(paragraph),
  );
  const footer = draft.footer && { ...draft.footer, words: filled(draft.footer.words) };
  const parts = [
    ...paragraphs.map((each) => (typeof each === 'string' ? each : `${each.label}:\n${each.url}`)),
    ...(footer === undefined ? [] : [`-- \n${footer.words}\n${footer.url}`]),
  ];
  const text = parts.join('\n\n') + '\n';
  const html = [
    '<!doctype html>',
    `<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${NO_DETECTION}${STYLE}<title>${escapeHtml(line)}</title></head>`,
    `<body style="${BODY}">${FRAME}<tr><td align="center" style="padding:16px 8px">`,
    `${SHEET} style="${SHEET_STYLE}"><tr><td style="${CARD}">`,
    senderHtml(draft.sender === undefined ? PRODUCT : oneLine(filled(draft.sender)), draft.logo),
    ...paragraphs.map((each) =>
      typeof each === 'string' ? `<p>${(linked ? linkedHtml : linesHtml)(each)}</p>` : paragraphHtml(each),
    ),
    ...(footer === undefined
      ? []
      : [
          `<p style="${SMALL}">${linesHtml(footer.words)}\n<a href="${escapeHtml(footer.url)}">${escapeHtml(footer.label)}</a></p>`,
        ]),
    '</td></tr></table></td></tr></table></body></html>',
    '',
  ].join('\n');
  return { subject: line, text, html };
}

/** Where pictures are not loaded, programs show the word in its stead, beside the name. */
function senderHtml(sender: string, logo: string | null = null): string {
  const picture = shownPicture(logo);
  const shown = picture === null ? '' : `<img src="${escapeHtml(picture)}" alt="Logo" height="40" style="${LOGO}">`;
  return `<div style="${SENDER}">${shown}${escapeHtml(sender)}</div>`;
}

function checkedAction<Action extends MailAction | MailChoice>(action: Action): Action {
  const all = [action, ...('choices' in action ? [...action.choices, ...action.links] : [])];
  if (!all.every(({ url }) => /^https?:\/\/\S+$/.test(url)))
    throw new Error('A link in an e-mail must start with http:// or https://.');
  return action;
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

function paragraphHtml(action: MailAction | MailChoice): string {
  if (!('choices' in action)) return `<p>${linkHtml(action, BUTTON)}</p>`;
  const buttons = action.choices.map((choice, index) => linkHtml(choice, index === 0 ? BUTTON : SECOND_BUTTON));
  const links = [action, ...action.links].map((each) => linkHtml(each, LINK));
  return `<p>${buttons.join('\n')}</p>\n<p>${links.join(' · ')}</p>`;
}

function linkHtml({ label, url }: MailAction, style: string): string {
  return `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`;
}
