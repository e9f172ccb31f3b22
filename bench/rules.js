'use strict';
/**
 * Rules at an event of very many guests: `npm run bench:rules`. First a minute in which none is due, which may cost next to
 * nothing; then one that falls due for all of them, who must be claimed within a minute. Sending is not measured: the mail
 * server takes nothing.
 */
const { readFile, mkdtemp } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { SMTPServer } = require('smtp-server');
const { ensureBuilt } = require('../scripts/start');
const { later, runCommand } = require('./cleanup');
const { say, step } = require('./console');
const { median } = require('./load');
const { PRODUCT, startServer } = require('./processes');

const GUESTS = Number(process.env.GUESTS ?? 100_000);
const BATCH = 500;
const GOAL_SECONDS = 60;
const QUIET_RULES = 50;
const QUIET_GOAL_MS = 20;
const MINUTE_MS = 60_000;
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

/** How long each look for due rules has taken, in milliseconds; see timed-rules.js. */
async function looksOf(log) {
  const lines = (await readFile(log, 'utf8')).matchAll(/^Looked for rules in ([\d.]+) ms$/gm);
  return Array.from(lines, ([, ms]) => Number(ms));
}

/** What the looks of a minute take together while no rule is due. */
async function measureQuietMinute(call, eventId, log) {
  for (let n = 1; n <= QUIET_RULES; n++) await call('POST', `/api/events/${eventId}/message-rules`, rule(n));
  // The first look after a rule was made asks when it is due; from then on nothing is.
  const before = (await looksOf(log)).length;
  while ((await looksOf(log)).length < before + 2) await sleep(250);
  const begun = (await looksOf(log)).length;
  await sleep(MINUTE_MS);
  const looks = (await looksOf(log)).slice(begun);
  const total = looks.reduce((sum, ms) => sum + ms, 0);
  say(
    `a minute in which none of ${QUIET_RULES} rules is due: ${looks.length} looks of ${median(looks).toFixed(1)} ms, ` +
      `${total.toFixed(1)} ms together (goal ${QUIET_GOAL_MS} ms)`,
  );
  return looks.length > 0 && total <= QUIET_GOAL_MS;
}

/** Lets a rule fall due for everybody. */
async function measureCrowd(call, eventId, pid) {
  const before = await memoryOf(pid);
  const begun = performance.now();
  await call('POST', `/api/events/${eventId}/message-rules`, { ...rule(2_880), late: 'send' });
  let [total, peak] = [0, before];
  while (total === 0) {
    await sleep(250);
    peak = Math.max(peak, await memoryOf(pid));
    const { data } = await call('GET', '/api/notifications?limit=1');
    total = data[0]?.total ?? 0;
  }
  const seconds = (performance.now() - begun) / 1_000;
  say(
    `${total} of ${GUESTS} claimed in ${seconds.toFixed(1)} s (goal ${GOAL_SECONDS} s), ` +
      `memory ${before} MiB before, ${peak} MiB at most meanwhile`,
  );
  return total === GUESTS && seconds <= GOAL_SECONDS;
}

const rule = (offsetMinutes) => ({
  name: `Reminder ${offsetMinutes}`,
  trigger: 'before_start',
  offsetMinutes,
  channel: 'email',
  subject: '{{event.name}}',
  body: 'Hello {{guest.name}}',
});

async function makeGuests(call, eventId) {
  for (let first = 0; first < GUESTS; first += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, GUESTS - first) }, (_, n) => ({
      externalId: `guest-${first + n}`,
      name: `Guest ${first + n}`,
      email: `guest${first + n}@example.com`,
    }));
    await call('POST', '/api/guests/batch', { match: 'externalId', mode: 'create', items });
    const placed = items.map(({ externalId }) => ({ externalId }));
    await call('POST', `/api/events/${eventId}/guests/batch`, { items: placed });
  }
}

async function main() {
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'rules-'));
  const mail = await startMailServer();
  later(async () => mail.close());
  const product = await startServer('product', folder, ['-r', join(__dirname, 'timed-rules.js'), ...PRODUCT], {
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
    const { id } = await call('POST', '/api/events', { name: 'Crowded', status: 'confirmed', startsAt });
    await step(`Making ${GUESTS} guests`, () => makeGuests(call, id));
    const reached = [
      await measureQuietMinute(call, id, join(folder, 'product.log')),
      await measureCrowd(call, id, product.pid),
    ];
    if (!reached.every(Boolean)) process.exitCode = 1;
  } finally {
    await product.stop();
  }
}

void runCommand(main);
