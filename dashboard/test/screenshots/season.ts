import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OPERATOR, startService } from '../support/service';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Runs the service on the season of `npm run demo`, and hands the workers the account that the demo prints. */
export default async function startWithSeason(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tour-events-screenshots-'));
  try {
    const [, email, password] = await fillWithDemo(dataDir);
    Object.assign(process.env, { DEMO_EMAIL: email, DEMO_PASSWORD: password });
    const stop = await startService(dataDir);
    return async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** @returns the line with the account, its e-mail address and its password */
async function fillWithDemo(dataDir: string): Promise<RegExpExecArray> {
  const demo = spawn(process.execPath, ['scripts/demo.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      BOOTSTRAP_EMAIL: OPERATOR.email,
      BOOTSTRAP_PASSWORD: OPERATOR.password,
    },
  });
  let output = '';
  demo.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const code = await new Promise((resolve) => demo.once('exit', resolve));
  const account = /sign in with (\S+) and (\S+)/.exec(output);
  // A season that broke off has an account as well, and would give pictures of half of it.
  if (account === null || code !== 0) throw new Error(`The demo has failed.\n${output}`);
  return account;
}
