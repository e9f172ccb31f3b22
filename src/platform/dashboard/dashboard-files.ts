import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The encodings that the build leaves beside a file, the smaller first, and how their copies' names end. */
const COPIES = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export type Encoding = (typeof COPIES)[number][0];

/** What is served; anything else in the folder, such as a copy or a note of the build, is not. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The page that a browser gets for every path of the dashboard. */
const PAGE = 'index.html';
/** The page for phones at the door, which has a path of its own. */
const FIELD_PAGE = 'field.html';

/** A file of the dashboard, as it is served. */
export interface DashboardFile {
  readonly type: string;
  /** Weak: it is the same for all encodings of the file. */
  readonly etag: string;
  readonly plain: Buffer;
  /** In the order of preference. */
  readonly copies: readonly (readonly [Encoding, Buffer])[];
}

/** What the build has made of the dashboard, read into memory once: nothing in a request ever names a file on disk. */
export interface DashboardFiles {
  readonly page: string;
  /** For phones at the door; null in a build without it. */
  readonly fieldPage: string | null;
  /** By path, such as `/assets/index-BK27WLes.js`. */
  readonly files: ReadonlyMap<string, DashboardFile>;
}

/** Reads what is in the folder; null where the dashboard has not been built. */
export function readDashboard(folder: string): DashboardFiles | null {
  if (!existsSync(join(folder, PAGE))) return null;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return {
    page: readFileSync(join(folder, PAGE), 'utf8'),
    fieldPage: existsSync(join(folder, FIELD_PAGE)) ? readFileSync(join(folder, FIELD_PAGE), 'utf8') : null,
    files: new Map(names.flatMap((name) => filesAt(folder, name))),
  };
}

/** The file of a name by its path; none of a kind that is not served. */
function filesAt(folder: string, name: string): (readonly [path: string, file: DashboardFile])[] {
  const type = TYPES[extname(name)];
  return type === undefined ? [] : [[`/${name.replaceAll('\\', '/')}`, readFile(folder, name, type)]];
}

function readFile(folder: string, name: string, type: string): DashboardFile {
  const path = join(folder, name);
  const plain = readFileSync(path);
  return {
    type,
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    copies: COPIES.filter(([, ending]) => existsSync(path + ending)).map(
      ([encoding, ending]) => [encoding, readFileSync(path + ending)] as const,
    ),
  };
}
