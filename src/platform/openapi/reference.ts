import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { entityTag, matchesNone } from '../http/etag';
import { serveFixedResponses, type Serve } from '../http/fixed-responses';
import { PublicOrigin } from '../http/public-origin';
import { ERRORS_PATH } from '../errors/problem.filter';
import { buildDocument } from './document';
import { errorsPage } from './errors-page';
import { guides, GUIDES_PATH } from './guides';
import { llmsText } from './llms-text';
import { OutgoingWebhooks } from './outgoing-webhooks';
import type { Document } from './types';

/**
 * The page may run the bundled Swagger UI, use inline styles and call this service; it loads nothing from elsewhere.
 */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Addresses are relative, so that the page also works behind a proxy that adds a prefix. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tour Events API</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/search.css">
</head>
<body>
<div class="search" role="search"><div>
<label for="search">Search all operations</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Path, verb or word, such as “post guests”" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="found" aria-describedby="count" aria-keyshortcuts="/ Control+K">
<ul id="found" role="listbox" aria-label="Operations" hidden></ul>
<p id="count" role="status"></p>
</div></div>
<div id="reference"></div>
<noscript>The interactive reference needs JavaScript. The same content as data: <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** In files of their own, because the policy allows no inline script. */
const OWN_FILES = ['start.js', 'search.css'];
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/**
 * Serves the OpenAPI document at /api/openapi.json and the interactive reference at /api/docs, with the page of all
 * errors and the guides, and /llms.txt, ahead of the routes. The document is built when it is first requested.
 */
export function serveReference(app: NestExpressApplication): void {
  const build = () => buildDocument(app);
  app.get(OutgoingWebhooks).describedBy(build);
  const files = guides();
  const origin = app.get(PublicOrigin);
  let forAssistants: string | undefined;
  const responses: [string, Serve][] = [
    [
      '/llms.txt',
      (response) => response.type('text/plain').send((forAssistants ??= llmsText(build(), files, origin.url))),
    ],
    ['/api/openapi.json', documentOf(build)],
    ['/api/docs', text('html', PAGE)],
    // The page's relative addresses work only without a slash at the end.
    ['/api/docs/', (response) => response.redirect(308, '../docs')],
    ...OWN_FILES.map((name): [string, Serve] => [`/api/docs/${name}`, ownFile(name)]),
    [ERRORS_PATH, text('html', errorsPage())],
    ...files.map(({ path, text: content }): [string, Serve] => [`${GUIDES_PATH}/${path}`, text('text/plain', content)]),
    ...FILES.map((name): [string, Serve] => [`/api/docs/${name}`, file(name)]),
  ];
  serveFixedResponses(app, new Map(responses.map(([path, serve]) => [path, underPagePolicy(serve)])));
}

function underPagePolicy(serve: Serve): Serve {
  return (response) => {
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    serve(response);
  };
}

function documentOf(build: () => Document): Serve {
  // All requests share these buffers, so that slow readers cost no memory of their own.
  let document: Representations | undefined;
  return (response) => {
    document ??= representationsOf(Buffer.from(JSON.stringify(build())));
    const { req: request } = response;
    // Weak: it is the same for all encodings.
    response.setHeader('ETag', `W/${document.tag}`);
    response.setHeader('Cache-Control', 'no-cache');
    response.vary('Accept-Encoding');
    const known = request.headers['if-none-match'];
    if (known !== undefined && matchesNone(known, document.tag)) return void response.status(304).end();
    // Node's negotiator would take the encoding that the client happens to name first.
    const encoding = document.copies.find(([name]) => request.acceptsEncodings(name) !== false);
    if (encoding !== undefined) response.setHeader('Content-Encoding', encoding[0]);
    response.type('json').send(encoding?.[1] ?? document.plain);
  };
}

interface Representations {
  readonly tag: string;
  readonly plain: Buffer;
  /** In the order of preference. */
  readonly copies: readonly (readonly [encoding: string, bytes: Buffer])[];
}

function representationsOf(plain: Buffer): Representations {
  // Brotli's highest level takes seconds.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return {
    tag: entityTag(plain),
    plain,
    copies: [
      ['br', brotliCompressSync(plain, { params })],
      ['gzip', gzipSync(plain)],
    ],
  };
}

function text(type: string, content: string): Serve {
  return (response) => response.type(type).send(content);
}

/** A file of the folder assets, which the build copies. */
function ownFile(name: string): Serve {
  return text(name.slice(name.lastIndexOf('.')), readFileSync(join(__dirname, 'assets', name), 'utf8'));
}

/** A file of Swagger UI, which @nestjs/swagger depends on. */
function file(name: string): Serve {
  const path = createRequire(require.resolve('@nestjs/swagger')).resolve(`swagger-ui-dist/${name}`);
  return (response) => response.sendFile(path, { maxAge: '1d' });
}
