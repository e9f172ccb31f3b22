import type { Request, Response } from 'express';
import { html, ownMarkup, type Html } from '../../kernel/html';
import { EN } from '../../kernel/languages/en';
import { shownPicture } from '../../kernel/uri';
import type { LanguageWords } from '../../kernel/languages/language-words';
import { NotFound } from '../../kernel/problems';
import { PRODUCT } from '../../kernel/product';
import { prefers } from '../http/preference';
import { readersLanguage, type ReadersLanguage } from './readers-language';
import { MARK } from './mark';
import { addressOf } from './page-files';

/** A page for people who follow a link of an e-mail. */
export interface Page {
  readonly title: string;
  /** May be given where the service begins, as seen from the page, for links to other parts of it. */
  readonly content: Html | ((root: string) => Html);
  /** The address of the organization's picture, which stands on top where it can be shown. */
  readonly logo?: string | null;
  /** What its forms need; see page.js. */
  readonly script?: true;
  /** The language that it is in; English by default. */
  readonly words?: LanguageWords;
  /** Whether it is the service's own, and has its mark on top; others are an organization's. */
  readonly isOwn?: true;
}

/**
 * Style and script come from the service's own files only, never from within the page, and forms are sent to the
 * service only.
 */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'";

/** As it stands beside the dashboard's navigation. */
const BRAND = html`<p class="brand">${ownMarkup(MARK)}${PRODUCT}</p>`;

/** For the OpenAPI document. */
export const PAGE_EXAMPLE = '<!doctype html><html lang="en">…</html>';

const noSuchLink = (words: LanguageWords): Page => ({
  title: words.page.noSuchLink,
  words,
  isOwn: true,
  content: html`<h1>${words.page.noSuchLink}</h1>
    <p>${words.page.noSuchLinkHelp}</p>`,
});

/** How a page behind a link is made: in the language that its reader's browser asks for, or else the organization's. */
export interface LinkedPage<View> {
  readonly view: Promise<View>;
  readonly localeOf: () => Promise<string>;
  /** The picture of the organization, unless the page itself names it. */
  readonly logoOf?: () => Promise<string | null>;
  readonly pageOf: (view: View, language: ReadersLanguage) => Page;
}

/** A page for whoever prefers one, as browsers do, and JSON for everybody else; both behind one address. */
export async function pageOrJson<View extends object>(
  [request, response]: readonly [Request, Response],
  page: LinkedPage<View>,
): Promise<View | string> {
  return prefers([request, response], 'text/html') ? linkedPage([request, response], page) : page.view;
}

/** The page behind a link, or one that says that the link leads nowhere. */
export async function linkedPage<View extends object>(
  [request, response]: readonly [Request, Response],
  { view, localeOf, logoOf, pageOf }: LinkedPage<View>,
): Promise<string> {
  try {
    const shown = await view;
    const [language, logo] = await Promise.all([readersLanguage([request, response], localeOf), logoOf?.() ?? null]);
    return showPage(request, response, { logo, ...pageOf(shown, language) });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const { words } = await readersLanguage([request, response], async () => 'en');
    response.status(error.status);
    return showPage(request, response, noSuchLink(words));
  }
}

/** A page about an account, for whoever follows the link of a letter: in the language that their browser asks for. */
export async function accountPage(
  exchange: readonly [Request, Response],
  pageOf: (words: LanguageWords) => Page,
): Promise<string> {
  const { words } = await readersLanguage(exchange, async () => 'en');
  return showPage(...exchange, { ...pageOf(words), isOwn: true });
}

/** The page as the response to a request: not cached, framed or indexed, and its address is not sent to other sites. */
export function showPage(request: Request, response: Response, page: Page): string {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Language', (page.words ?? EN).language);
  const picture = shownPicture(page.logo ?? null);
  response.setHeader('Content-Security-Policy', picture === null ? PAGE_POLICY : withPicture(picture));
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Robots-Tag', 'noindex');
  return layout(page, picture, rootFrom(request.path));
}

/** Its host learns neither the page's address nor anything else of it. */
function withPicture(url: string): string {
  return `${PAGE_POLICY}; img-src ${new URL(url).origin}`;
}

/** Addresses in a page are relative, so that they also work behind a proxy that adds a prefix. */
function rootFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 2);
}

function layout({ title, content, script, isOwn, words = EN }: Page, picture: string | null, root: string): string {
  const { unreachable, failed, tryAgainIn } = words.page;
  const forScript = html`data-unreachable="${unreachable}" data-failed="${failed}" data-try-again-in="${tryAgainIn}"`;
  const page = html`<!doctype html>
    <html lang="${words.language}" data-root="${root}" ${script === true ? forScript : null}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="${root}${addressOf('page.css')}" />
        ${script === true ? html`<script src="${root}${addressOf('page.js')}" defer></script>` : null}
      </head>
      <body>
        <main>
          ${isOwn === true ? BRAND : null}${picture === null ? null : html`<img class="logo" src="${picture}" alt="" />`}
          ${typeof content === 'function' ? content(root) : content}
        </main>
      </body>
    </html> `;
  return String(page);
}
