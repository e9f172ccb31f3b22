import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { version } from '../package.json';
import { packClient } from './packed-client';

const MAX_CORE_BYTES = 12 * 1024;
const run = promisify(execFile);

/** What a partner writes: compiled strictly, and run in both module systems. */
const PROGRAM = `
import { ApiError, ConflictError, TourEvents, constructEvent, type ProblemCode, type Tour, type WebhookEvent } from '@tour-events/client';

const te = new TourEvents({ baseUrl: 'http://127.0.0.1:9', apiKey: 'te_key', maxRetries: 0 });

export async function plan(): Promise<string> {
  const tour = await te.tours.create({ name: 'Alps', budget: '100.00' });
  const etags: string[] = [];
  for await (const row of te.tours.all({ status: ['draft'] })) etags.push(row.etag);
  for await (const { cursor, target } of te.changes.follow({ after: '' })) {
    if (target.type === 'event_guest') etags.push(cursor);
    // @ts-expect-error Nothing that changes is called so.
    if (target.type === 'eventGuest') etags.push(cursor);
  }
  const { rsvpUrl } = await te.events.guests.add('event', { guestId: 'guest' });
  const { data } = await te.events.guests.add('event', { guestIds: ['guest'] });
  etags.push(rsvpUrl, ...data.map((added) => added.rsvpUrl));
  // @ts-expect-error A walk by cursor has an order of its own.
  te.guests.all({ sortBy: 'name' });
  // @ts-expect-error Money is a string.
  await te.tours.create({ name: 'Alps', budget: 100 });
  // @ts-expect-error There is no such field.
  await te.tours.create({ title: 'Alps' });
  return tour.id;
}

export function codeOf(error: unknown): ProblemCode | null {
  if (error instanceof ConflictError) return error.errors[0]?.field === 'name' ? error.code : null;
  // @ts-expect-error There is no such code.
  if (error instanceof ApiError && error.code === 'tour_is_used') return null;
  return error instanceof ApiError ? error.code : null;
}

export function budgetOf(tour: Tour): string | null {
  return tour.budget;
}

export function nameIn(event: WebhookEvent): string {
  if (event.type === 'event_guest.updated') return event.previous.rsvp ?? event.data.rsvp;
  if (event.type === 'guest.rsvp') return event.data.rsvp;
  return event.type === 'event.created' ? event.data.name : event.id;
}

void constructEvent('', {}, 'whsec_').catch(() => undefined);
`;

describe('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tour-events-client-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  let files: string[];

  beforeAll(async () => {
    const packed = await packClient(folder);
    files = packed.files;
    write('package.json', '{ "private": true }');
    const install = ['install', '--offline', '--no-audit', '--no-fund', packed.archive];
    await run('npm', install, { cwd: folder });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has what it needs and nothing else', () => {
    const names = new Set(files.map((name) => name.replace(/^dist\/(esm|cjs)\/.*(\.d\.ts|\.js)$/, 'dist/$1/*$2')));
    const compiled = ['esm', 'cjs'].flatMap((form) => ['.d.ts', '.js'].map((end) => `dist/${form}/*${end}`));
    expect([...names].sort()).toEqual(
      ['LICENSE', 'README.md', 'package.json', 'dist/cjs/package.json', ...compiled].sort(),
    );
  });

  it('is imported and required in an empty folder', async () => {
    const uses = `console.log(typeof TourEvents, typeof constructEvent, VERSION)`;
    write('imports.mjs', `import { TourEvents, constructEvent, VERSION } from '@tour-events/client'; ${uses}`);
    write('requires.cjs', `const { TourEvents, constructEvent, VERSION } = require('@tour-events/client'); ${uses}`);
    for (const program of ['imports.mjs', 'requires.cjs']) {
      const { stdout, stderr } = await run(process.execPath, [program], { cwd: folder });
      expect({ stdout, stderr }).toEqual({ stdout: `function function ${version}\n`, stderr: '' });
    }
  });

  it.each([
    ['Node, without the types of browsers', 'nodenext', 'nodenext', ['ES2022'], ['node']],
    ['Node, as a first tsconfig.json has it', 'commonjs', 'node10', ['ES2022', 'DOM', 'DOM.AsyncIterable'], []],
    ['a browser, without the types of Node', 'esnext', 'bundler', ['ES2022', 'DOM', 'DOM.AsyncIterable'], []],
  ])('compiles strictly for %s', async (_where, module, moduleResolution, lib, types) => {
    write('program.mts', PROGRAM);
    write('program.cts', PROGRAM);
    write('program.ts', PROGRAM);
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, '@types'), { recursive: true });
    for (const name of ['@types/node', 'undici-types'])
      symlinkTo(join(process.cwd(), 'node_modules', name), join(modules, name));
    const strict = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      // TypeScript's own, which are half of the work and not the package's.
      skipDefaultLibCheck: true,
    };
    const ignoreDeprecations = '6.0';
    const compilerOptions = {
      ...strict,
      ignoreDeprecations,
      noEmit: true,
      target: 'es2022',
      module,
      moduleResolution,
      lib,
      types,
    };
    const old = { commonjs: ['program.ts'] }[module];
    const include = module === 'nodenext' ? ['program.mts', 'program.cts'] : (old ?? ['program.mts']);
    write('tsconfig.json', JSON.stringify({ compilerOptions, include }));
    const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });

  it('is small in a bundle, which has only the calls that are used', async () => {
    const [core, withACall, all] = await Promise.all([
      bundled("export { Connection } from '@tour-events/client'"),
      bundled("export { Connection, listTours } from '@tour-events/client'"),
      bundled("export { TourEvents } from '@tour-events/client'"),
    ]);
    expect(core!.bytes).toBeLessThanOrEqual(MAX_CORE_BYTES);
    expect(withACall!.text).toContain('/api/tours');
    expect(withACall!.text).not.toContain('/api/guests');
    expect(withACall!.bytes - core!.bytes).toBeLessThan(500);
    expect(all!.text).toContain('/api/guests');
    write('minified.mjs', all!.text);
    const failing = `new TourEvents({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 }).tours.list()`;
    const program = `import { TourEvents } from './minified.mjs'; ${failing}.catch(({ name }) => console.log(name));`;
    write('failing.mjs', program);
    const { stdout } = await run(process.execPath, ['failing.mjs'], { cwd: folder });
    expect(stdout).toBe('ConnectionError\n');
  });

  async function bundled(contents: string): Promise<{ text: string; bytes: number }> {
    const stdin = { contents, resolveDir: folder };
    const options = { bundle: true, minify: true, format: 'esm', target: 'es2022', write: false } as const;
    const { outputFiles } = await build({ stdin, ...options });
    const [file] = outputFiles as [(typeof outputFiles)[number]];
    return { text: file.text, bytes: gzipSync(file.contents, { level: 9 }).length };
  }

  function symlinkTo(target: string, path: string): void {
    rmSync(path, { recursive: true, force: true });
    symlinkSync(target, path);
  }
});
