/** Prints what the client weighs in a browser, compressed: its core, with one call, and all of it. */
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const MAX_CORE_BYTES = 12 * 1024;
const PROGRAMS = {
  core: "export { Connection } from './src/index.ts'",
  'core and one call': "export { Connection, listTours } from './src/index.ts'",
  'all of it': "export * from './src/index.ts'",
};

for (const [name, contents] of Object.entries(PROGRAMS)) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: new URL('../', import.meta.url).pathname },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const bytes = gzipSync(outputFiles[0].contents, { level: 9 }).length;
  console.log(`${name}: ${(bytes / 1024).toFixed(1)} KB`);
  if (name === 'core' && bytes > MAX_CORE_BYTES) throw new Error(`The core is larger than ${MAX_CORE_BYTES} bytes.`);
}
