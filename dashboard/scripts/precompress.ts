import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = /\.(js|css|svg|json|webmanifest)$/;
/** Two seconds of the build, for 7 % fewer bytes than 9: what a first screen may weigh needs them. */
const BROTLI_QUALITY = 11;
const GZIP_LEVEL = 9;
const MIN_BYTES = 1024;

/**
 * Puts `.br` and `.gz` beside what the build has written, so that the service never compresses while it serves. Not in
 * `generateBundle`: there Vite has not filled in yet what each chunk loads ahead, and the copies would differ.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) throw new Error('The build names no folder.');
      const names = await readdir(dir, { recursive: true });
      await Promise.all(names.filter((name) => COMPRESSED.test(name)).map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: GZIP_LEVEL }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
