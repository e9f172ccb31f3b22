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
  try {
    const account = newAccount(faker);
    const company = new Company(service, account);
    await progressOf('Accounts and colleagues', () => company.found());
    await progressOf('A webhook', () => company.receiveAt(receiver));
    const planning = new Planning(faker, company);
    await planning.fill();
    await progressOf('Messages', () => company.writeTo(planning.events));
    await progressOf('Referrals', () => company.recommend());
    await progressOf('Plans, invoices, news', () => company.subscribe());
    await progressOf('Webhook deliveries', () => company.stopReceiving());
    say(`\nA season is in the organization "${account.organizationName}". Start the service with: npm start`);
    say(`Then sign in with ${account.email} and ${account.password}`);
    say(`or call it with the API key ${company.key}`);
  } finally {
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

main().catch((error) => {
  say(error.message);
  for (const { field, message } of error.errors ?? []) say(`  ${field}: ${message}`);
  process.exitCode = 1;
});
