'use strict';
/**
 * `npm run demo`: fills a new organization with a season of believable data, through the client alone and at the default
 * rate limit, and prints how to sign in. It uses the database that `npm start` would use with the same variables, and
 * runs a service of its own on it for as long as it takes.
 */
const { randomBytes } = require('node:crypto');
const { progressOf, say } = require('./demo/progress');
const { ensureBuilt } = require('./start');

/** Makes names and figures the same in every run. */
const SEED = 2027;

async function main() {
  await ensureBuilt({ dashboard: false, client: true });
  // The parts below load the client, which was just built.
  const { Company } = require('./demo/company');
  const { Planning } = require('./demo/planning');
  const { startReceiver } = require('./demo/receiver');
  const { startService } = require('./demo/service');
  const { faker } = await import('@faker-js/faker');
  faker.seed(SEED);
  const service = await startService();
  const receiver = await startReceiver();
  const company = new Company(service, newAccount(faker));
  try {
    await progressOf('Accounts and colleagues', () => company.found());
    await progressOf('A webhook', () => company.receiveAt(receiver));
    const planning = new Planning(faker, company);
    await planning.fill();
    await progressOf('Messages', () => company.writeTo(planning.events));
    await progressOf('Rules', () => company.planMessages(planning.events));
    await progressOf('Referrals', () => company.recommend());
    await progressOf('Plans, invoices, news', () => company.subscribe());
    await progressOf('Webhook deliveries', () => company.stopReceiving());
    say('\nThe season is complete.');
  } catch (error) {
    sayWhy(error);
    process.exitCode = 1;
  } finally {
    // Also what was made before something failed can be looked at.
    company.howToSignIn().forEach(say);
    receiver.close();
    await service.stop();
  }
}

function newAccount(faker) {
  const suffix = randomBytes(3).toString('hex');
  return {
    organizationName: `Demonstration ${suffix}`,
    name: faker.person.fullName(),
    email: `demo-${suffix}@example.com`,
    password: randomBytes(12).toString('base64url'),
    timezone: 'Europe/Vienna',
    currency: 'EUR',
  };
}

function sayWhy(error) {
  say(`\nThe demonstration could not be finished: ${error.message}`);
  for (const { field, message } of error.errors ?? []) say(`  ${field}: ${message}`);
}

main().catch((error) => {
  sayWhy(error);
  process.exitCode = 1;
});
