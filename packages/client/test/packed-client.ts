import { execFile } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SOURCE = join(__dirname, '..');

/**
 * The packed client: the archive that CLIENT_ARCHIVE names, as `.ci/run` does with what a release attaches. Without, it is
 * built apart from its folder, which other tests read, and packed as `npm publish` would.
 */
export async function packClient(folder: string): Promise<{ archive: string; files: string[] }> {
  const archive = process.env['CLIENT_ARCHIVE'] ?? (await pack(folder));
  const { stdout } = await run('tar', ['-tzf', archive]);
  return {
    archive,
    files: stdout
      .trim()
      .split('\n')
      .map((name) => name.replace(/^package\//, '')),
  };
}

async function pack(folder: string): Promise<string> {
  const copy = join(folder, 'packing');
  mkdirSync(copy);
  for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(SOURCE, name), join(copy, name));
  await run(process.execPath, [join(SOURCE, 'scripts/build.mjs'), join(copy, 'dist')]);
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json'], { cwd: copy });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(copy, filename);
}
