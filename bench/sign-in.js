'use strict';
/**
 * `npm run bench:sign-in`: what signing in costs beside the hash of the password. `POST /api/auth/login` of one caller
 * after the other, and argon2id alone with the same parameters, alternately in one run. With `BENCH_BEFORE`, the folder of
 * another version that is built, that one signs in, too, and what both do beside the hash is compared.
 */
const { join } = require('node:path');
const { hash, verify } = require('@node-rs/argon2');
const { ensureBuilt } = require('../scripts/start');
const { runCommand } = require('./cleanup');
const { say, step } = require('./console');
const { median } = require('./load');
const { call, signUp } = require('./planner');
const { productEnv, PRODUCT, ROOT, startServer } = require('./processes');
const settings = require('./settings');

const MAX_RATIO = 1.2;
const SIGN_INS = 40;
const PASSWORD = 'a password for the bench';
/** As the product's own, see src/modules/people/users/passwords.ts. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

async function main() {
  await ensureBuilt();
  // The parts below load what was just built.
  const { temporaryFolder } = require('./database');
  const stored = await hash(PASSWORD, PARAMETERS);
  const work = { hash: () => verify(stored, PASSWORD), product: await signInAt(ROOT, await temporaryFolder()) };
  const before = process.env.BENCH_BEFORE;
  if (before) work.before = await signInAt(before, await temporaryFolder());
  await measureRound(work);
  const rounds = [];
  for (let round = 0; round < settings.rounds; round++) rounds.push(await measureRound(work));
  const ofHash = median(rounds.map((times) => times.product / times.hash));
  say(`Signing in takes ${ofHash.toFixed(2)} of the hash alone.`);
  if (!before) return;
  const ratio = median(rounds.map((times) => (times.product - times.hash) / (times.before - times.hash)));
  say(`Beside the hash it takes ${ratio.toFixed(2)} of the other version's time; at most ${MAX_RATIO}.`);
  process.exitCode = ratio <= MAX_RATIO ? 0 : 1;
}

/**
 * Starts a version with a database of its own, and somebody who has an account there.
 *
 * @returns {Promise<() => Promise<unknown>>} signs them in
 */
async function signInAt(root, folder) {
  const { poolSize, rateLimit } = settings;
  const env = {
    ...productEnv({ databaseUrl: null, dataDir: join(folder, 'product'), poolSize, rateLimit }),
    DASHBOARD: 'off',
  };
  const command = [...PRODUCT.slice(0, -1), join(root, 'scripts/start.js')];
  const { origin } = await step(`Starting ${root}`, () => startServer('product', folder, command, env, { cwd: root }));
  await signUp(origin, 'sign-in');
  return () => call(`${origin}/api/auth/login`, {}, { email: 'sign-in@bench.example', password: PASSWORD });
}

/** @returns {Promise<Record<string, number>>} the median milliseconds of each kind of work, done alternately */
async function measureRound(work) {
  const times = Object.fromEntries(Object.keys(work).map((name) => [name, []]));
  for (let one = 0; one < SIGN_INS; one++)
    for (const [name, once] of Object.entries(work)) times[name].push(await timed(once));
  const medians = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
  say(
    `  ${Object.entries(medians)
      .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
      .join(', ')}`,
  );
  return medians;
}

async function timed(once) {
  const startedAt = performance.now();
  await once();
  return performance.now() - startedAt;
}

void runCommand(main);
