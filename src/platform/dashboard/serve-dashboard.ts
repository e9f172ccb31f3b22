import { randomBytes } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { MethodNotAllowed } from '../../kernel/problems';
import { hasSessionCookie } from '../access/session-cookie';
import { sendProblem } from '../errors/problem.filter';
import { endCompressed, isWorthCompressing } from '../http/compressed';
import { prefers } from '../http/preference';
import type { DashboardFile, DashboardFiles } from './dashboard-files';

/** What the service serves itself, besides the files: every other path that a browser opens is a screen. */
const SERVICE_PATHS = /^\/(api|health|metrics|invitations|password|email|calendar|rsvp|assets)(\/|$)/;
/** From where those who do not want the page are sent to the reference: relative, for a proxy that adds a prefix. */
const TO_REFERENCE = new Map([
  ['/', './api/docs'],
  ['/api', './api/docs'],
  ['/api/', './docs'],
]);
/** Where phones with an access link go; the link itself stands behind `#`. */
const FIELD_PATH = '/field';
const METHODS = ['GET', 'HEAD'];
/** The build leaves it wherever a nonce belongs. */
const NONCE_PLACE = '__CSP_NONCE__';
/** Where the page reads whether it is worth asking who is signed in; scripts do not see the cookie. */
const SESSION_PLACE = '__SESSION__';
const NONCE_BYTES = 16;
/**
 * What says something about pages and the API alone: a browser ignores it beside a script or a style, where it would be
 * half of all that is sent for a small one. Which release those are of, their names say.
 */
const HEADERS_OF_PAGES = [
  ...['Content-Security-Policy', 'Cross-Origin-Opener-Policy', 'Origin-Agent-Cluster', 'Referrer-Policy'],
  ...['X-DNS-Prefetch-Control', 'X-Download-Options', 'X-Frame-Options', 'X-Permitted-Cross-Domain-Policies'],
  ...['X-XSS-Protection', 'X-Request-Id', 'X-TE-Version'],
];
const SCRIPTS_AND_STYLES = /^text\/(javascript|css)/;

/**
 * Serves the dashboard, ahead of the routes: its files for as long as browsers like to keep them, and its one page for
 * every path that a browser opens and the service does not serve itself. Programs that open `/` or `/api` are sent to
 * the reference, as is everybody where there is no dashboard. The rate limit counts none of this: it counts what the
 * page then requests of the API.
 *
 * @param dashboard null where it is switched off or not built
 */
export function serveDashboard(app: NestExpressApplication, dashboard: DashboardFiles | null): void {
  app.use((request: Request, response: Response, next: NextFunction) => {
    const file = dashboard?.files.get(request.path);
    if (file !== undefined) return serveFile(request, response, file);
    if (!METHODS.includes(request.method)) return next();
    if (dashboard?.fieldPage != null && request.path === FIELD_PATH)
      return sendFieldPage(request, response, dashboard.fieldPage);
    if (dashboard !== null && !SERVICE_PATHS.test(request.path) && prefers([request, response], 'text/html'))
      return sendPage(request, response, dashboard.page);
    const reference = TO_REFERENCE.get(request.path);
    if (reference !== undefined) return response.redirect(302, reference);
    next();
  });
}

function serveFile(request: Request, response: Response, file: DashboardFile): void {
  if (METHODS.includes(request.method)) sendFile(request, response, file);
  else sendProblem(request, response, new MethodNotAllowed(METHODS));
}

function sendFile(request: Request, response: Response, { type, etag, plain, copies }: DashboardFile): void {
  // The build puts a hash of the content into the names below /assets.
  const immutable = request.path.startsWith('/assets/');
  response.setHeader('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('ETag', etag);
  response.vary('Accept-Encoding');
  if (SCRIPTS_AND_STYLES.test(type)) for (const name of HEADERS_OF_PAGES) response.removeHeader(name);
  if (request.fresh) {
    response.statusCode = 304;
    response.end();
    return;
  }
  // Node's negotiator would take the encoding that the client happens to name first.
  const [encoding, bytes] = copies.find(([each]) => request.acceptsEncodings(each) !== false) ?? [null, plain];
  if (encoding !== null) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', type);
  send(request, response, bytes);
}

/** Its camera is its own: nothing that the page might show of others may use it. */
function sendFieldPage(request: Request, response: Response, page: string): void {
  response.setHeader('Permissions-Policy', 'camera=(self)');
  sendPage(request, response, page);
}

function sendPage(request: Request, response: Response, page: string): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', policyWith(nonce));
  // Never reused without asking, for its nonce; `no-store` would also forbid going back to it without loading it again.
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('X-Robots-Tag', 'noindex');
  const session = hasSessionCookie(request) ? 'maybe' : 'none';
  const bytes = Buffer.from(page.replaceAll(NONCE_PLACE, nonce).replace(SESSION_PLACE, session));
  // Nothing in it comes from a request, so that its length says nothing of the nonce.
  if (isWorthCompressing(response, bytes)) void endCompressed(response, bytes);
  else send(request, response, bytes);
}

/** Scripts and styles are the build's files, or bear this response's nonce; nothing is loaded from other sites. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "connect-src 'self'",
    // But for organizations' logos, which are pictures of other sites.
    "img-src 'self' data: https:",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function send(request: Request, response: Response, bytes: Buffer): void {
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
