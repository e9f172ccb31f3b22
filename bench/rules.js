'use strict';
/**
 * Lets a rule fall due for very many guests in the same minute: `npm run bench:rules`. It fails unless all are claimed
 * within a minute. Sending is not measured: the mail server takes nothing.
 */
const { readFile, mkdtemp } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { SMTPServer } = require('smtp-server');
const { ensureBuilt } = require('../scripts/start');
const { later, runCommand } = require('./cleanup');
const { say } = require('./console');
const { PRODUCT, startServer } = require('./processes');

const GUESTS = Number(process.env.GUESTS ?? 100_000);
const BATCH = 500;
const GOAL_SECONDS = 60;
const PASSWORD = 'a bench needs no secret';

/** A mail server that asks everybody to wait. */
async function startMailServer() {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('4.7.0 Later.'), { responseCode: 454 })),
  });
  server.on('error', () => undefined);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `smtp://127.0.0.1:${server.server.address().port}`, close: () => server.close() };
}

/** The memory of a process and of those that it has started, in MiB. */
async function memoryOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}

async function main() {
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'rules-'));
  const mail = await startMailServer();
  later(async () => mail.close());
  const product = await startServer('product', folder, PRODUCT, {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: mail.url,
    RATE_LIMIT: '1000000',
    MAIL_DAILY_LIMIT_UNCONFIRMED: '0',
  });
  let cookie = '';
  const call = async (method, path, body) => {
    const headers = { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) };
    const response = await fetch(product.origin + path, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return response.json();
  };
  try {
    const email = 'bench@example.com';
    await call('POST', '/api/auth/register', { organizationName: 'Bench', name: 'Bench', email, password: PASSWORD });
    const startsAt = new Date(Date.now() + 86_400_000).toISOString();
    const event = await call('POST', '/api/events', { name: 'Crowded', status: 'confirmed', startsAt });
    for (let first = 0; first < GUESTS; first += BATCH) {
      const items = Array.from({ length: Math.min(BATCH, GUESTS - first) }, (_, n) => ({
        externalId: `guest-${first + n}`,
        name: `Guest ${first + n}`,
        email: `guest${first + n}@example.com`,
      }));
      await call('POST', '/api/guests/batch', { match: 'externalId', mode: 'create', items });
      const placed = items.map(({ externalId }) => ({ externalId }));
      await call('POST', `/api/events/${event.id}/guests/batch`, { items: placed });
    }
    const before = await memoryOf(product.pid);
    const begun = performance.now();
    await call('POST', `/api/events/${event.id}/message-rules`, {
      name: 'Reminder',
      trigger: 'before_start',
      offsetMinutes: 2_880,
      channel: 'email',
      subject: '{{event.name}}',
      body: 'Hello {{guest.name}}',
      late: 'send',
    });
    let [total, peak] = [0, before];
    while (total === 0) {
      await sleep(250);
      peak = Math.max(peak, await memoryOf(product.pid));
      const { data } = await call('GET', '/api/notifications?limit=1');
      total = data[0]?.total ?? 0;
    }
    const seconds = (performance.now() - begun) / 1_000;
    say(
      `${total} of ${GUESTS} claimed in ${seconds.toFixed(1)} s (goal ${GOAL_SECONDS} s), ` +
        `memory ${before} MiB before, ${peak} MiB at most meanwhile`,
    );
    if (total !== GUESTS || seconds > GOAL_SECONDS) process.exitCode = 1;
  } finally {
    await product.stop();
  }
}

void runCommand(main);
