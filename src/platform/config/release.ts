import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The release that runs, such as `1.4.0`: the version in package.json. */
export const RELEASE = versionAbove(__dirname);

/** The sources and the build stand at different depths below the file. */
function versionAbove(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  if (dirname(folder) === folder) throw new Error('There is no package.json above the service.');
  return versionAbove(dirname(folder));
}
