import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { valueAt } from '../../kernel/lists';
import { serveFixedResponses, type Serve } from '../http/fixed-responses';

/** Below /api, so that they are found where a proxy passes on only that. */
const FOLDER = 'api/pages';
const VERSION_LENGTH = 12;

/** What all pages share: one style sheet and one script. The build copies them. */
const FILES = ['page.css', 'page.js'] as const;
type PageFile = (typeof FILES)[number];

const CONTENTS = new Map<PageFile, Buffer>(FILES.map((name) => [name, readFileSync(join(__dirname, 'assets', name))]));

/** Addresses that change with the content, so that no cache serves an old file. */
const ADDRESSES = new Map(
  FILES.map((name) => {
    const version = createHash('sha256').update(valueAt(CONTENTS, name)).digest('hex').slice(0, VERSION_LENGTH);
    return [name, `${FOLDER}/${name}?v=${version}`];
  }),
);

/** Where a page finds the file, from the root of the service. */
export function addressOf(name: PageFile): string {
  return valueAt(ADDRESSES, name);
}

/** Serves the files. The rate limit does not count them, because it counts the pages that they belong to. */
export function servePageFiles(app: NestExpressApplication): void {
  serveFixedResponses(app, new Map(FILES.map((name) => [`/${FOLDER}/${name}`, fileResponse(name)])));
}

function fileResponse(name: PageFile): Serve {
  return (response) => {
    response.setHeader('Cache-Control', 'public, max-age=86400');
    response.type(name.slice(name.lastIndexOf('.'))).send(CONTENTS.get(name));
  };
}
