import { createRequire } from 'node:module';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { serveFixedResponses, type Serve } from '../http/fixed-responses';
import { buildDocument } from './document';

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
</head>
<body>
<div id="reference"></div>
<noscript>The interactive reference needs JavaScript. The same content as data: <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** In a file of its own, because the policy allows no inline script. */
const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/**
 * Serves the OpenAPI document at /api/openapi.json and the interactive reference at /api/docs, ahead of the routes. The
 * document is built when it is first requested.
 */
export function serveReference(app: NestExpressApplication): void {
  const responses: [string, Serve][] = [
    ['/api/openapi.json', documentOf(app)],
    ['/api/docs', text('html', PAGE)],
    // The page's relative addresses work only without a slash at the end.
    ['/api/docs/', (response) => response.redirect(308, '../docs')],
    ['/api/docs/start.js', text('js', START)],
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

function documentOf(app: NestExpressApplication): Serve {
  // All requests share one buffer, so that slow readers cost no memory of their own.
  let json: Buffer | undefined;
  return (response) => {
    json ??= Buffer.from(JSON.stringify(buildDocument(app)));
    response.type('json').send(json);
  };
}

function text(type: string, content: string): Serve {
  return (response) => response.type(type).send(content);
}

/** A file of Swagger UI, which @nestjs/swagger depends on. */
function file(name: string): Serve {
  const path = createRequire(require.resolve('@nestjs/swagger')).resolve(`swagger-ui-dist/${name}`);
  return (response) => response.sendFile(path, { maxAge: '1d' });
}
