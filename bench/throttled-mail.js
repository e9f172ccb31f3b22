'use strict';
/**
 * Sends a mailing by a mail server that takes so many messages a second and says 454 to the rest, as providers do with
 * new accounts: `npm run bench:throttled-mail`. It fails unless everybody got it.
 */
const { mkdtemp } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { SMTPServer } = require('smtp-server');
const { ensureBuilt } = require('../scripts/start');
const { later, runCommand } = require('./cleanup');
const { say } = require('./console');
const { PRODUCT, startServer } = require('./processes');

const RECIPIENTS = Number(process.env.RECIPIENTS ?? 1_000);
const PER_SECOND = Number(process.env.PER_SECOND ?? 5);
const PASSWORD = 'a bench needs no secret';

/** A mail server that counts what it takes and what it refuses. */
async function startMailServer() {
  const counts = { taken: new Set(), refused: 0 };
  let [second, left] = [0, PER_SECOND];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith('guest')) return done();
      const now = Math.floor(performance.now() / 1_000);
      if (now !== second) [second, left] = [now, PER_SECOND];
      if (left-- > 0) return done();
      counts.refused++;
      done(Object.assign(new Error('4.7.0 Throttling failure: Maximum sending rate exceeded.'), { responseCode: 454 }));
    },
    onData(stream, session, done) {
      for (const { address } of session.envelope.rcptTo) if (address.startsWith('guest')) counts.taken.add(address);
      stream.on('end', () => done()).resume();
    },
  });
  server.on('error', () => undefined);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { counts, url: `smtp://127.0.0.1:${server.server.address().port}`, close: () => server.close() };
}

async function main() {
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'throttled-mail-'));
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
    await call('POST', '/api/auth/register', {
      organizationName: 'Bench',
      name: 'Bench',
      email: 'bench@example.com',
      password: PASSWORD,
    });
    const to = Array.from({ length: RECIPIENTS }, (_, n) => `guest${n}@example.com`);
    const begun = performance.now();
    const message = { to, subject: 'News', body: 'For everybody.' };
    let view = await call('POST', '/api/notifications/email', message);
    while (view.sent + view.failed < view.total) {
      await sleep(1_000);
      view = await call('GET', `/api/notifications/${view.id}`);
    }
    const seconds = (performance.now() - begun) / 1_000;
    const { taken, refused } = mail.counts;
    say(
      `${view.sent} of ${view.total} sent, ${view.failed} failed, ${taken.size} taken, ${refused} refused meanwhile, ` +
        `in ${seconds.toFixed(0)} s (${(view.sent / seconds).toFixed(2)} a second of ${PER_SECOND})`,
    );
    if (taken.size !== RECIPIENTS || view.sent !== RECIPIENTS) process.exitCode = 1;
  } finally {
    await product.stop();
  }
}

void runCommand(main);
