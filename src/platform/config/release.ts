import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where package.json is, and what is served beside the build. The sources and the build stand at different depths below it. */
export const PACKAGE_FOLDER = packageFolderAbove(__dirname);

/** The release that runs, such as `1.4.0`: the version in package.json. */
export const RELEASE = (JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')) as { version: string })
  .version;

function packageFolderAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('There is no package.json above the service.');
  return packageFolderAbove(dirname(folder));
}
