import type { Request, Response } from 'express';
import { html, type Html } from '../../kernel/html';
import { NotFound } from '../../kernel/problems';
import { prefers } from '../http/preference';
import { addressOf } from './page-files';

/** A page for people who follow a link of an e-mail. */
export interface Page {
  readonly title: string;
  /** May be given where the service begins, as seen from the page, for links to other parts of it. */
  readonly content: Html | ((root: string) => Html);
  /** What its forms need; see page.js. */
  readonly script?: true;
}

/**
 * Style and script come from the service's own files only, never from within the page, and forms are sent to the
 * service only.
 */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'";

/** For the OpenAPI document. */
export const PAGE_EXAMPLE = '<!doctype html><html lang="en">…</html>';

const NO_SUCH_LINK: Page = {
  title: 'This link does not work',
  content: html`<h1>This link does not work</h1>
    <p>It may be incomplete, or what it led to is gone. Try the link in the message once more, or ask who sent it.</p>`,
};

/** A page for whoever prefers one, as browsers do, and JSON for everybody else; both behind one address. */
export async function pageOrJson<View extends object>(
  [request, response]: readonly [Request, Response],
  view: Promise<View>,
  pageOf: (view: View) => Page,
): Promise<View | string> {
  if (!prefers([request, response], 'text/html')) return view;
  try {
    return showPage(request, response, pageOf(await view));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    response.status(error.status);
    return showPage(request, response, NO_SUCH_LINK);
  }
}

/** The page as the response to a request: not cached, framed or indexed, and its address is not sent to other sites. */
export function showPage(request: Request, response: Response, page: Page): string {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Robots-Tag', 'noindex');
  return layout(page, rootFrom(request.path));
}

/** Addresses in a page are relative, so that they also work behind a proxy that adds a prefix. */
function rootFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 2);
}

function layout({ title, content, script }: Page, root: string): string {
  const page = html`<!doctype html>
    <html lang="en" data-root="${root}">
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
        <main>${typeof content === 'function' ? content(root) : content}</main>
      </body>
    </html> `;
  return String(page);
}
