'use strict';
const { spawn } = require('node:child_process');
const { readdir, readFile } = require('node:fs/promises');
const { join, resolve } = require('node:path');
const { createInterface } = require('node:readline');
const { setTimeout: delay } = require('node:timers/promises');
const { TourEvents } = require('@tour-events/client');
const { say } = require('./progress');

const MAIL_POLL_MS = 100;
const MAIL_TIMEOUT_MS = 60_000;

/**
 * The service as `npm start` runs it, on a port of its own. Mail goes into files, never to anybody; webhooks may call
 * this machine, and what fails is tried again soon.
 */
async function startService() {
  const variables = { ...process.env };
  delete variables.SMTP_URL;
  const child = spawn(process.execPath, [join(__dirname, '../start.js')], {
    env: {
      ...variables,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      DASHBOARD: 'off',
      // Of a day with many demonstrations, none is one too many.
      REGISTRATION_LIMIT: '0',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      WEBHOOK_RETRY_DELAYS: '0,1,1,1,1,1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // In a process group of its own: Ctrl-C reaches only this process, which then ends the service.
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  process.once('SIGINT', () => void stop().then(() => process.exit(130)));
  say('Starting the service');
  const printed = { email: process.env.BOOTSTRAP_EMAIL ?? 'admin@example.com', password: null };
  const baseUrl = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      // The first start prints the operator's password, only once: none of the output may be lost.
      say(line);
      printed.email = /^\s*Super Admin:\s+(\S+)/.exec(line)?.[1] ?? printed.email;
      printed.password = /^\s*Password:\s+(\S+)/.exec(line)?.[1] ?? printed.password;
      const listening = /Listening on (http:\/\/\S+)/.exec(line);
      if (listening !== null) resolve(listening[1]);
    });
    void ended.then(() => reject(new Error('The service did not start.')));
  });
  const password = printed.password ?? process.env.BOOTSTRAP_PASSWORD ?? null;
  return { baseUrl, stop, operator: password === null ? null : { email: printed.email, password } };
}

/** A client that keeps the session's cookie, as a browser does. */
function browserAt(baseUrl) {
  let cookie = '';
  const send = async (request) => {
    if (cookie !== '') request.headers.set('Cookie', cookie);
    const response = await fetch(request);
    cookie = response.headers.getSetCookie().at(-1)?.split(';')[0] ?? cookie;
    return response;
  };
  return new TourEvents({ baseUrl, fetch: send });
}

/** What a pattern finds in the message to an address that has it, once it is there. */
async function linkTo(email, pattern) {
  const folder = join(resolve(process.env.DATA_DIR ?? '.data'), 'mail');
  for (const until = Date.now() + MAIL_TIMEOUT_MS; Date.now() < until; await delay(MAIL_POLL_MS)) {
    // Those that are still being written have another end.
    const written = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
    const names = written.sort().reverse().slice(0, 50);
    for (const name of names) {
      const message = await readFile(join(folder, name), 'utf8');
      const found = message.includes(email) && pattern.exec(message.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
      if (found) return found[1];
    }
  }
  throw new Error(`No message came to ${email}.`);
}

module.exports = { browserAt, linkTo, startService };
