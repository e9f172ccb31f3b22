import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The first Super Admin of the service that the tests use. */
export const OPERATOR = { email: 'operator@example.com', password: 'a password for tests' };

const ROOT = resolve(import.meta.dirname, '../../..');
const START_TIMEOUT_MS = 180_000;
/** One machine makes all requests of all tests. */
const NO_LIMITS = {
  RATE_LIMIT: '1000000',
  SESSION_RATE_LIMIT: '1000000',
  LOGIN_RATE_LIMIT: '1000000',
  REGISTRATION_LIMIT: '0',
};

/** Where the service of this run listens, and where it keeps its files; the workers inherit both. */
export const service = {
  get url(): string {
    return required('SERVICE_URL');
  },
  get dataDir(): string {
    return required('SERVICE_DATA_DIR');
  },
};

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: the tests are run by "npm run test:browser".`);
  return value;
}

/**
 * Runs the built product as `npm start` does, once for all tests, on a free port and with a database of its own. Where
 * SERVICE_URL and SERVICE_DATA_DIR are set already, the tests use the service that runs there, such as `npm run dev`.
 */
export default async function startForAllTests(): Promise<() => Promise<void>> {
  if (process.env['SERVICE_URL'] !== undefined) return async () => undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'tour-events-browser-'));
  const stop = await startService(dataDir).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  return async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Starts the product on a data directory, and announces it to the workers. */
export async function startService(dataDir: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['scripts/start.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...NO_LIMITS,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      DASHBOARD: 'on',
      // Receivers of webhooks are servers of the tests.
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      // Set up, but nothing gets through: what is shown of WhatsApp messages does not need anybody to get them.
      WHATSAPP_URL: 'http://127.0.0.1:9/v23.0/',
      WHATSAPP_TOKEN: 'a-token',
      WHATSAPP_PHONE_ID: '1',
      BOOTSTRAP_EMAIL: OPERATOR.email,
      BOOTSTRAP_PASSWORD: OPERATOR.password,
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  process.env['SERVICE_URL'] = await new Promise<string>((resolve, reject) => {
    let output = '';
    const timeout = setTimeout(() => reject(new Error(`The service did not start.\n${output}`)), START_TIMEOUT_MS);
    void ended.then((code) => reject(new Error(`The service ended with ${code}.\n${output}`)));
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString();
      const url = /Listening on (\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(timeout);
      resolve(url);
    });
  });
  process.env['SERVICE_DATA_DIR'] = dataDir;
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}
