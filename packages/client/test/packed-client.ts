import { execFile } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SOURCE = join(__dirname, '..');

/** Builds the client apart from its folder, which other tests read, and packs it as `npm publish` would. */
export async function packClient(folder: string): Promise<{ archive: string; files: string[] }> {
  const copy = join(folder, 'packing');
  mkdirSync(copy);
  for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(SOURCE, name), join(copy, name));
  await run(process.execPath, [join(SOURCE, 'scripts/build.mjs'), join(copy, 'dist')]);
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json'], { cwd: copy });
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return { archive: join(copy, filename), files: files.map(({ path }) => path) };
}
