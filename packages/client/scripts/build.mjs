/** Compiles the client twice, as ES modules and as CommonJS, each with its types; into `dist` or the folder given. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? join(root, 'dist'));
const [esm, cjs] = ['esm', 'cjs'].map((form) => join(target, form));

rmSync(target, { recursive: true, force: true });
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')), 'bin/tsc');
const options = ['-p', 'tsconfig.json', '--noEmit', 'false', '--declaration', '--outDir', esm];
execFileSync(process.execPath, [tsc, ...options], { cwd: root, stdio: 'inherit' });

const sources = readdirSync(join(root, 'src'), { recursive: true }).filter((name) => name.endsWith('.ts'));
const entryPoints = sources.map((name) => join(root, 'src', name));
await build({ entryPoints, outdir: cjs, format: 'cjs', target: 'es2022' });
cpSync(esm, cjs, { recursive: true, filter: (name) => !name.endsWith('.js') });
writeFileSync(join(cjs, 'package.json'), `${JSON.stringify({ type: 'commonjs', sideEffects: false })}\n`);
