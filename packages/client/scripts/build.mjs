/** Compiles the client twice, as ES modules and as CommonJS, each with its types. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const root = new URL('../', import.meta.url);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const FORMS = {
  esm: { type: 'module', options: ['--module', 'esnext', '--moduleResolution', 'bundler'] },
  cjs: {
    type: 'commonjs',
    options: ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'],
  },
};

rmSync(new URL('dist', root), { recursive: true, force: true });
for (const [form, { type, options }] of Object.entries(FORMS)) {
  const folder = new URL(`dist/${form}/`, root);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('package.json', folder), `${JSON.stringify({ type })}\n`);
  const output = ['--noEmit', 'false', '--declaration', '--outDir', `dist/${form}`];
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.json', ...output, ...options], { cwd: root, stdio: 'inherit' });
}
