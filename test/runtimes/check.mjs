/** Runs program.mjs with the built client in each runtime that is installed here, and in the one that runs this. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = at('program.mjs');
const CLIENT = at('../../packages/client/dist/esm/index.js');

const RUNTIMES = [
  // The one that runs npm: it puts the Node among the packages here before its own.
  [process.env.npm_node_execpath ?? process.execPath, ['--expose-gc']],
  [at('node_modules/node-22-linux-x64/bin/node'), ['--expose-gc']],
  [at('node_modules/node-24-linux-x64/bin/node'), ['--expose-gc']],
  [at('node_modules/@deno/linux-x64-glibc/deno'), ['run', '--allow-all', '--v8-flags=--expose-gc']],
  [at('node_modules/@oven/bun-linux-x64/bin/bun'), ['run']],
];

if (!existsSync(CLIENT)) execFileSync('npm', ['run', '-s', 'build', '-w', 'packages/client'], { cwd: at('../..') });
for (const [program, options] of RUNTIMES) {
  if (!existsSync(program)) {
    console.log(`${program} is not for this platform: left out`);
    continue;
  }
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0];
  const { status, stdout, stderr } = spawnSync(program, [...options, PROGRAM, CLIENT], { encoding: 'utf8' });
  console.log(`${version}: ${status === 0 ? 'passed' : `failed\n${stdout}${stderr}`}`);
  if (status !== 0) process.exitCode = 1;
}
